import { type Names, titleOf } from './names.ts'

/** What both sides and the server get: path → text. */
export function serverFiles(n: Names): Record<string, string> {
  return {
    [`shared/rules/${n.plural}.ts`]: rules(n),
    [`shared/contract/${n.plural}.ts`]: contract(n),
    [`server/features/${n.plural}/events.ts`]: events(n),
    [`server/features/${n.plural}/feature.ts`]: feature(n),
    [`server/features/${n.plural}/decider.ts`]: decider(n),
    [`server/features/${n.plural}/handler.ts`]: handler(n),
    [`server/features/${n.plural}/present.ts`]: present(n),
    [`server/features/${n.plural}/routes.ts`]: routes(n),
  }
}

const rules = (n: Names) => `/** Characters of a ${n.words}'s note. */
export const ${n.constant}_NOTE_LENGTH_MAX = 200
`

const contract = (n: Names) => `import * as z from 'zod/mini'
import { idField, instantField, textField } from '#shared/contract/fields.ts'
import { get, post } from '#shared/contract/define-route.ts'
import { ${n.constant}_NOTE_LENGTH_MAX } from '#shared/rules/${n.plural}.ts'

export const ${n.camel} = z.object({
  id: idField,
  status: z.enum(['open']),
  note: z.string(),
  opened_at: instantField,
})
export type ${n.pascal} = z.infer<typeof ${n.camel}>

export const open${n.pascal} = post('/api/${n.plural}', {
  summary: 'Open a ${n.words}',
  access: 'user',
  offline: 'queue',
  body: z.object({ note: textField(${n.constant}_NOTE_LENGTH_MAX) }),
  answer: ${n.camel},
})

export const listOwn${n.pascalPlural} = get('/api/${n.plural}', {
  summary: 'The own ${n.wordsPlural}, newest first',
  access: 'user',
  answer: z.array(${n.camel}),
})
`

const events = (n: Names) => `import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'

export const ${n.camel}Events = defineEvents({
  ${n.pascal}Opened: {
    version: 1,
    schema: z.object({ userId: z.string(), note: z.string(), openedAt: z.string() }),
  },
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    '${n.plural}': typeof ${n.camel}Events
  }
}

export type ${n.pascal}Event = EventsOf<typeof ${n.camel}Events>
`

const feature = (n: Names) => `import { defineFeature } from '#server/feature.ts'
import { ${n.camelPlural} } from './decider.ts'
import { ${n.camel}Events } from './events.ts'
import { register${n.pascal}Routes } from './routes.ts'

export const ${n.camel}Feature = defineFeature({
  name: '${n.plural}',
  events: ${n.camel}Events,
  audit: { area: '${n.plural}', label: '${titleOf(n)}' },
  aggregate: ${n.camelPlural},
  live: { action: '${n.singular}' },
  routes: register${n.pascal}Routes,
})
`

const decider = (n: Names) => `import type { Aggregate, Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import { ${n.camel}Events, type ${n.pascal}Event } from './events.ts'

export interface ${n.pascal}State {
  readonly status: 'none' | 'open'
  readonly userId: string
  readonly note: string
  readonly openedAt: Instant
}

/** One stream per ${n.words}: none → open. */
export const ${n.camelPlural}: Aggregate<${n.pascal}State, ${n.pascal}Event> = {
  kind: '${n.singular}',
  events: ${n.camel}Events,
  initial: { status: 'none', userId: '', note: '', openedAt: '' },
  evolve: (state, event) => ({ ...state, ...event.data, status: 'open' }),
  summarise: ({ status }) => ({ status, waiting: false }),
}

/**
 * Opening a ${n.words} keeps its note.
 *
 * State    none → open
 * Refuses  input.invalid where it is open already
 */
export function open${n.pascal}(
  state: ${n.pascal}State,
  command: { readonly userId: string; readonly note: string },
  facts: { readonly at: Instant },
): Decision<${n.pascal}Event> {
  if (state.status !== 'none') return refuse('input.invalid')
  return { type: '${n.pascal}Opened', data: { ...command, openedAt: facts.at } }
}
`

const handler = (n: Names) => `import type { Refusal } from '#shared/refusal.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type { open${n.pascal} as openRoute } from '#shared/contract/${n.plural}.ts'
import { ${n.camelPlural}, type ${n.pascal}State, open${n.pascal} } from './decider.ts'

export async function submit${n.pascal}(
  { log, clock }: Pick<Services, 'log' | 'clock'>,
  { body, caller, cause }: RouteInput<typeof openRoute>,
): Promise<Listed<${n.pascal}State> | Refusal> {
  const { userId, userNo } = caller
  const result = await handleCommand(log, {
    ...cause,
    aggregate: ${n.camelPlural},
    id: newId(clock),
    isNew: true,
    owner: userNo,
    decideWith: (state) =>
      open${n.pascal}(state, { userId, note: body.note }, { at: cause.metadata.at }),
  })
  return result.outcome === 'refused' ? result.refusal : result
}
`

const present = (n: Names) => `import type { Listed } from '#server/projections/documents.ts'
import type { ${n.pascal} } from '#shared/contract/${n.plural}.ts'
import type { ${n.pascal}State } from './decider.ts'

export function present${n.pascal}({ id, state }: Listed<${n.pascal}State>): ${n.pascal} {
  return { id, status: 'open', note: state.note, opened_at: state.openedAt }
}
`

const routes = (n: Names) => `import { isRefusal } from '#shared/refusal.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listOwnDocuments } from '#server/projections/own-documents.ts'
import type { Services } from '#server/services.ts'
import { listOwn${n.pascalPlural}, open${n.pascal} } from '#shared/contract/${n.plural}.ts'
import { ${n.camelPlural}, type ${n.pascal}State } from './decider.ts'
import { submit${n.pascal} } from './handler.ts'
import { present${n.pascal} } from './present.ts'

export function register${n.pascal}Routes(app: App, services: Services): void {
  mount(app, services, open${n.pascal}, async (input) => {
    const opened = await submit${n.pascal}(services, input)
    return isRefusal(opened) ? opened : present${n.pascal}(opened)
  })

  mount(app, services, listOwn${n.pascalPlural}, async ({ caller }) => {
    const own = await listOwnDocuments<${n.pascal}State>(services.pool, {
      kind: ${n.camelPlural}.kind,
      owner: caller.userNo,
    })
    return own.map(present${n.pascal})
  })
}
`
