import { readFile } from 'node:fs/promises'

import { defineConfig, type Plugin } from 'vite'

const server = process.env['SEATRIAL_SERVER'] ?? 'http://127.0.0.1:8080'

const LINK = /\s*<link rel="stylesheet"[^>]*>/

/** The first paint waits for no style sheet: the page's own stands in it, that of the libraries comes after the frame. */
const style: Plugin[] = [
  {
    name: 'style-of-the-frame',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => html.replace('<!-- frame style -->', `<style>${await readFile(new URL('src/style.css', import.meta.url), 'utf8')}</style>`),
    },
  },
  {
    name: 'style-of-the-libraries',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(LINK, '').replace('</body>', `${LINK.exec(html)?.[0] ?? ''}\n  </body>`),
    },
  },
]

export default defineConfig({
  plugins: style,
  base: './',
  build: {
    target: 'es2022',
    // Vite would put small files into the page as data: addresses, which the page's security policy refuses.
    assetsInlineLimit: 0,
    // One style sheet: that of a part that is read later could not be asked for again when the server is away.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    license: { fileName: 'licenses.md' },
  },
  server: { proxy: { '/api': server, '/tiles': server } },
})
