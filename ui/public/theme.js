// Before the first paint, so that no page flashes in the other colours: src/theme.ts, once more and without a module.
;(() => {
  let choice
  try {
    choice = JSON.parse(localStorage.getItem('seatrial.settings')).colours
  } catch {
    // Nothing is kept yet, or nothing can be.
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.documentElement.dataset.theme = choice === 'dark' || choice === 'light' ? choice : system
})()
