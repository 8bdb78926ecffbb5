import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import { instantField, textField } from '#shared/contract/fields.ts'
import { momentField } from '#shared/contract/proven-event.ts'

/** Decisions on a user's requests that they have not seen. Source: docs/product.md, Results */

export const newResults = z.object({
  /** As staff review it: one kind of request. */
  kind: z.string(),
  label: z.string(),
  /** Where the app shows them. */
  url: z.string(),
  count: z.number(),
  /** Each is acknowledged there with OK. Otherwise showing the list is enough. */
  needs_ok: z.boolean(),
})
export type NewResults = z.infer<typeof newResults>

export const listNewResults = get('/api/results/:userId', {
  summary: 'How many results of each kind of request a user has not seen',
  access: 'own',
  response: z.object({
    /** What was decided later is not counted. */
    as_of: instantField,
    results: z.array(newResults),
  }),
})

export const seeResults = post('/api/results', {
  summary: "Mark the caller's results of one kind as seen",
  access: 'user',
  whenDisabled: 'allowed',
  perMinute: 60,
  body: z.object({ kind: textField(40), until: momentField }),
})
