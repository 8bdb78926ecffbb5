import { type ThemeChoice, useTheme } from '#pwa/theme/use-theme.ts'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { msg, t } from '#shared/text/t.ts'

const OPTIONS: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: msg('System') },
  { value: 'dark', label: msg('Dark') },
  { value: 'light', label: msg('Light') },
]

/** The theme of this device. */
export function ThemeControl() {
  const { choice, choose } = useTheme()
  return (
    <SegmentedControl
      label={t('Theme')}
      options={OPTIONS.map(({ value, label }) => ({ value, label: t(label) }))}
      value={choice}
      onValueChange={choose}
    />
  )
}
