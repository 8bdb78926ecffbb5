/** Before 12:00, before 18:00, otherwise. Source: spec 1 §2 Home. */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'Good Morning'
  return hour < 18 ? 'Good Afternoon' : 'Good Evening'
}
