/** Before 12:00, before 18:00, and after. Source: docs/product.md, Screens and navigation. */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'Good Morning'
  return hour < 18 ? 'Good Afternoon' : 'Good Evening'
}
