/** Stands where a number is not known. */
export function Missing({ label = 'Not available' }: { label?: string }) {
  return (
    <span className="text-fg-3">
      <span aria-hidden="true">—</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
