import { FolderOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { CaseLineText } from '#pwa/reviews/case-line.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { t, translated } from '#shared/text/t.ts'
import { useUserCases } from './use-user-management.ts'

/** Everything that a user has asked for, traded, staked or written; each opens where staff work on it. */
export function CasesTab({ userId }: { userId: string }) {
  const [kind, setKind] = useState('')
  const cases = useUserCases(userId, kind)
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('Type')} labelHidden className="sm:w-64">
        <Select value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="">{t('All cases')}</option>
          {cases.kinds?.map((each) => (
            <option key={each.kind} value={each.kind}>
              {translated(each.label)}
            </option>
          ))}
        </Select>
      </Field>
      <PagedList
        query={cases}
        rows={cases.rows}
        failed={t('Failed to fetch the cases')}
        loading={<SkeletonRows count={5} />}
        empty={<EmptyState icon={<FolderOpen className="size-5" />} title={t('No cases')} />}
      >
        {(rows) => (
          <Suspense fallback={<SkeletonRows count={5} />}>
            <ul
              aria-label={t('Cases')}
              className="divide-y divide-line rounded-md border border-line bg-surface"
            >
              {rows.map((line) => (
                <li key={`${line.kind}-${line.id}`}>
                  <Link
                    to={line.url}
                    className="flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-surface-2 focus-visible:outline-offset-[-2px]"
                  >
                    <CaseLineText line={line} />
                  </Link>
                </li>
              ))}
            </ul>
          </Suspense>
        )}
      </PagedList>
    </div>
  )
}
