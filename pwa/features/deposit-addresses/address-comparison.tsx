import { classNames } from '#pwa/ui/class-names.ts'
import { t } from '#shared/text/t.ts'

interface AddressComparisonProps {
  /** Empty if there is none yet. */
  before: string
  after: string
}

/**
 * Two addresses side by side, on a phone one above the other. Thieves make addresses that begin and
 * end like the real one, so every part that differs is marked.
 */
export function AddressComparison({ before, after }: AddressComparisonProps) {
  const differs = before === '' ? [] : differingParts(before, after)
  return (
    <dl className="grid gap-3 md:grid-cols-2">
      <Side label={t('Now')} address={before} differs={differs} mark="bg-surface-3 text-fg" />
      <Side
        label={t('{use, select, address {New} other {New}}', { use: 'address' })}
        address={after}
        differs={differs}
        mark="bg-warn/20 text-fg"
      />
    </dl>
  )
}

interface SideProps {
  label: string
  address: string
  differs: readonly boolean[]
  mark: string
}

function Side({ label, address, differs, mark }: SideProps) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-surface p-3">
      <dt className="mb-1 text-fg-3 text-xs">{label}</dt>
      <dd>
        {address === '' ? (
          <span className="text-fg-3 text-sm">{t('None. Users cannot deposit this coin.')}</span>
        ) : (
          // One text for copying and for screen readers; it is only visually split into parts.
          <code dir="ltr" className="font-mono text-fg-2 text-sm leading-7">
            {partsOf(address).map(({ at, text }, index) => (
              <span
                key={at}
                className={classNames(
                  'me-1.5 inline-block rounded-sm px-0.5',
                  differs[index] && mark,
                )}
              >
                {text}
              </span>
            ))}
          </code>
        )}
      </dd>
    </div>
  )
}

const PART_LENGTH = 4

function partsOf(address: string): readonly { readonly at: number; readonly text: string }[] {
  return Array.from({ length: Math.ceil(address.length / PART_LENGTH) }, (_, index) => {
    const at = index * PART_LENGTH
    return { at, text: address.slice(at, at + PART_LENGTH) }
  })
}

function differingParts(before: string, after: string): readonly boolean[] {
  const [one, other] = [partsOf(before), partsOf(after)]
  return Array.from(
    { length: Math.max(one.length, other.length) },
    (_, index) => one[index]?.text !== other[index]?.text,
  )
}
