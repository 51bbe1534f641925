/** Colours of the page: chosen, or those of the system. `public/theme.js` does the same before the first paint. */

export type Theme = 'dark' | 'light'
export type ColourChoice = 'system' | Theme

export const COLOUR_CHOICES: readonly ColourChoice[] = ['system', 'light', 'dark']

/** What is kept from an earlier visit may be anything: what is no theme follows the system. */
export function themeOf(choice: unknown, systemIsLight: boolean): Theme {
  if (choice === 'dark' || choice === 'light') return choice
  return systemIsLight ? 'light' : 'dark'
}
