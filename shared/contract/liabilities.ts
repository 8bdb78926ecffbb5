import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import { decimalField, idField, instantField, messageResponse } from '#shared/contract/fields.ts'
import { positionField, provenEvent } from '#shared/contract/proven-event.ts'
import { eventProof } from '#shared/contract/signed-log.ts'
import { statedAsset } from '#shared/proofs/liability-statement.ts'

/**
 * What the platform owes its users, published so that each user can check that it includes their
 * part.
 *
 * Source: docs/product.md, Proof of liabilities
 */

const publishedStatement = z.object({
  kind: z.literal('keel-liabilities/1'),
  id: idField,
  /** Everything up to this position of the log is counted. */
  position: positionField,
  at: instantField,
  assets: z.array(statedAsset),
  /** Of `event`, by which the signed log covers the statement. */
  event_position: positionField,
  event: provenEvent,
})
export type PublishedStatement = z.infer<typeof publishedStatement>

export const readLatestLiabilities = get('/log/liabilities/latest.json', {
  summary: 'The newest statement of liabilities: total, root and number of leaves of each asset',
  access: 'public',
  response: publishedStatement,
})

export const readLiabilities = get('/log/liabilities/:name', {
  summary: 'An older statement of liabilities: its id, and `.json`',
  access: 'public',
  params: z.object({ name: z.string() }),
  response: publishedStatement,
})

const provenLeaf = z.object({
  /** Of the leaf, from 0. */
  index: z.number(),
  /** Base64: what owner and salt are hashed to. */
  commitment: z.string(),
  amount: decimalField,
  /** From the leaf upwards, the sum and the hash of what is beside it: see shared/proofs/packed-nodes.ts. */
  path: z.union([z.string(), z.array(z.string())]),
})

/** How paths are written. */
const pathForm = z.enum(['listed', 'packed'])
export type PathForm = z.infer<typeof pathForm>

/** What users have saved of either kind stays readable. */
export const LIABILITY_PROOF_KINDS = {
  listed: 'keel-liabilities-proof/1',
  packed: 'keel-liabilities-proof/2',
} as const satisfies Record<PathForm, string>

/** A user's part of a statement. */
export const liabilityProof = z.object({
  kind: z.enum(LIABILITY_PROOF_KINDS),
  user_id: idField,
  /** Base64: what this user's leaves were made with. Of this position alone. */
  secret: z.string(),
  statement_id: idField,
  position: positionField,
  event_position: positionField,
  /** Of all assets of which the user had something. */
  assets: z.array(z.object({ symbol: z.string(), leaves: z.array(provenLeaf) })),
})
export type LiabilityProof = z.infer<typeof liabilityProof>

/** The exported form, with the proof that its statement is in the signed log. */
export const liabilityProofFile = z.extend(liabilityProof, { log: eventProof })
export type LiabilityProofFile = z.infer<typeof liabilityProofFile>

export const readLiabilityProof = get('/api/proofs/liabilities/:userId', {
  summary: 'The leaves of one user in the newest statement of liabilities, and their paths',
  access: 'own',
  /** Listed unless packed ones are asked for: apps of the previous release can read no others. */
  query: z.object({ paths: z.optional(pathForm) }),
  /** Null until a statement was published. */
  response: z.nullable(liabilityProof),
})

const listedStatement = z.object({
  id: idField,
  position: positionField,
  at: instantField,
  event_position: positionField,
  assets: z.array(statedAsset),
})
export type ListedStatement = z.infer<typeof listedStatement>

const runningPublication = z.object({
  id: idField,
  requested_at: instantField,
  /** Null for the one of every day. */
  requested_by: z.nullable(z.object({ user_id: idField, name: z.string() })),
  step: z.enum(['waiting', 'reading', 'building']),
  /** Percent of the step. */
  done: z.number(),
  /** Its process has ended, so another one may start. */
  is_silent: z.boolean(),
})
export type RunningPublication = z.infer<typeof runningPublication>

export const listLiabilities = get('/api/admin/liabilities', {
  summary: 'The newest statements of liabilities, and whether one is being made',
  access: 'audit.read',
  response: z.object({
    running: z.nullable(runningPublication),
    statements: z.array(listedStatement),
  }),
})

export const publishLiabilities = post('/api/admin/liabilities', {
  summary: 'Count what the platform owes, and publish it',
  access: 'ledger.verify',
  offline: 'refuse',
  body: z.object({}),
  response: z.extend(messageResponse, { statement_id: idField }),
})
