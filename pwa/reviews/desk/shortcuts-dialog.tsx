import { switchLetterKeys, useLetterKeys } from '#pwa/stores/letter-keys.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Switch } from '#pwa/ui/switch.tsx'
import { msg, t } from '#shared/text/t.ts'
import { SHORTCUTS } from './desk-keys.ts'

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
}

/** Not keys of the desk alone. */
const EVERYWHERE = [
  { act: 'submit', keys: ['Ctrl Enter'], label: msg('Approve, reject or send in a dialog') },
  { act: 'find', keys: ['/', 'Ctrl K'], label: msg('Search everything') },
] as const

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { areOn } = useLetterKeys()
  return (
    <Dialog onClose={onClose} title={t('Keyboard shortcuts')} size="small">
      <Switch
        label={t('Shortcuts of a single character')}
        hint={t(
          'Turn them off if you dictate, or press keys by accident. The other keys still work.',
        )}
        checked={areOn}
        onCheckedChange={switchLetterKeys}
      />
      <dl className="flex flex-col divide-y divide-line text-sm">
        {[...SHORTCUTS, ...EVERYWHERE].map(({ act, keys, label }) => (
          <div key={act} className="flex min-h-11 items-center justify-between gap-4">
            <dt className="text-fg-2">{t(label)}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-sm border border-line bg-surface-2 px-2 py-1 text-center font-sans text-fg text-xs"
                >
                  {NAMES[key] ?? key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
