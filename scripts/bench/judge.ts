/** Prints a figure and whether it reaches its target. */
export function judge(
  what: string,
  value: number,
  target: { readonly least: number } | { readonly most: number },
): void {
  const isMet = 'least' in target ? value >= target.least : value <= target.most
  const bound = 'least' in target ? `at least ${target.least}` : `at most ${target.most}`
  show(what, value, `   ${bound}: ${isMet ? 'met' : 'missed'}`)
}

/** Prints a figure that has no target. */
export function show(what: string, value: number, verdict = ''): void {
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
  console.log(`  ${what.padEnd(52)} ${shown.padStart(9)}${verdict}`)
}
