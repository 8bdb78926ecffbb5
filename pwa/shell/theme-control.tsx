import { type ThemeChoice, useTheme } from '#pwa/theme/use-theme.ts'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'

const OPTIONS: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
]

/** The theme of this device. */
export function ThemeControl() {
  const { choice, choose } = useTheme()
  return <SegmentedControl label="Theme" options={OPTIONS} value={choice} onValueChange={choose} />
}
