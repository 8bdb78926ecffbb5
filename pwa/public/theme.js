// Runs before the first paint, so that a chosen theme never flashes. Kept tiny: it blocks.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Without storage the system decides.
}
