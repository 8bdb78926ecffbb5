import { apiTestTitle } from './checklist-file.ts'
import { type Names, titleOf } from './names.ts'

/** What the app and the tests get: path → text. */
export function appFiles(n: Names): Record<string, string> {
  return {
    [`pwa/features/${n.plural}/feature.ts`]: feature(n),
    [`pwa/features/${n.plural}/use-${n.plural}.ts`]: hook(n),
    [`pwa/features/${n.plural}/${n.singular}-list.tsx`]: list(n),
    [`pwa/pages/${n.plural}.tsx`]: page(n),
    [`tests/deciders/${n.plural}.test.ts`]: deciderTest(n),
    [`tests/api/${n.plural}.test.ts`]: apiTest(n),
    [`tests/api/rows/${n.plural}.ts`]: rows(n),
  }
}

const feature = (n: Names) => `import { defineFeature } from '#pwa/feature.ts'

export const ${n.camelPlural} = defineFeature({
  screens: {
    '/${n.plural}': {
      title: '${titleOf(n)}',
      access: 'user',
      page: async () => (await import('#pwa/pages/${n.plural}.tsx')).${n.pascalPlural}Page,
    },
  },
  queries: { '${n.plural}': ['${n.singular}'] },
})
`

const hook = (n: Names) => `import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { listOwn${n.pascalPlural} } from '#shared/contract/${n.plural}.ts'

/** The signed-in user's ${n.wordsPlural}, newest first. */
export function use${n.pascalPlural}() {
  return useQueryFor(listOwn${n.pascalPlural}, {})
}
`

const list = (n: Names) => `import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { use${n.pascalPlural} } from './use-${n.plural}.ts'

export function ${n.pascal}List() {
  const { data, isLoading, error, refetch } = use${n.pascalPlural}()
  if (isLoading) return <SkeletonRows count={3} />
  if (!data) return <ErrorState message={error?.message ?? ''} onRetry={refetch} />
  if (data.length === 0) return <EmptyState title="No ${n.wordsPlural} yet" />
  return (
    <ul className="flex flex-col gap-2">
      {data.map(({ id, note }) => (
        <li key={id}>{note}</li>
      ))}
    </ul>
  )
}
`

const page = (
  n: Names,
) => `import { ${n.pascal}List } from '#pwa/features/${n.plural}/${n.singular}-list.tsx'

export function ${n.pascalPlural}Page() {
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <h1 className="font-semibold text-fg text-xl md:text-2xl">${titleOf(n)}</h1>
      <${n.pascal}List />
    </div>
  )
}
`

const deciderTest = (n: Names) => `import { describe, test } from 'vitest'
import type { ${n.pascal}Event } from '#server/features/${n.plural}/events.ts'
import { ${n.camelPlural}, open${n.pascal} } from '#server/features/${n.plural}/decider.ts'
import { given } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const command = { userId: 'user-1', note: 'A note' }
const opened: ${n.pascal}Event = { type: '${n.pascal}Opened', data: { ...command, openedAt: AT } }

describe('opening a ${n.words}', () => {
  test('keeps its note', () => {
    given(${n.camelPlural}, [])
      .when((state) => open${n.pascal}(state, command, { at: AT }))
      .yields(opened)
  })

  test('is done once', () => {
    given(${n.camelPlural}, [opened])
      .when((state) => open${n.pascal}(state, command, { at: AT }))
      .yields({ refused: 'input.invalid' })
  })
})
`

const apiTest = (n: Names) => `import { expect, test } from 'vitest'
import { listOwn${n.pascalPlural}, open${n.pascal} } from '#shared/contract/${n.plural}.ts'
import { openTestApp } from './support/app.ts'
import { newUser } from './support/traders.ts'

const testApp = await openTestApp()

test('${apiTestTitle(n)}', async () => {
  const [user, other] = [await newUser(testApp), await newUser(testApp)]
  const opened = await user.client.call(open${n.pascal}, { body: { note: 'A note' } })
  expect(opened).toMatchObject({ status: 'open', note: 'A note' })
  expect(await user.client.call(listOwn${n.pascalPlural})).toEqual([opened])
  expect(await other.client.call(listOwn${n.pascalPlural})).toEqual([])
})
`

const rows = (
  n: Names,
) => `import { ACTIVE, type Races, type Rows, SIGNED_IN } from '#tests/api/support/rows.ts'

export const authorisation: Rows = {
  'POST /api/${n.plural}': { expected: ACTIVE },
  'GET /api/${n.plural}': { expected: SIGNED_IN },
}

export const races: Races = {
  'POST /api/${n.plural}': { request: () => ({ body: { note: 'A note' } }) },
}
`
