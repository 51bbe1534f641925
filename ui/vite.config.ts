import { defineConfig } from 'vite'

const server = process.env['SEATRIAL_SERVER'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
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
