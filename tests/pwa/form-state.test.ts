import { describe, expect, test } from 'vitest'
import {
  atItsField,
  atItsFile,
  errorAt,
  type FormState,
  isBegun,
  noticeOf,
  problemIn,
  reduceForm,
  UNTOUCHED,
} from '#pwa/hooks/form-state.ts'
import { fieldProblem, problemAt } from '#pwa/ui/problem.ts'

interface Draft {
  readonly amount: string
  readonly address?: string
}

const EMPTY = { title: 'Invalid Amount', message: 'Please enter a valid amount.' }
const REFUSED = { title: 'On Hold', message: 'Try again tomorrow.', code: 'withdrawal.on_hold' }
const draft: Draft = { amount: '' }
const untouched: FormState<Draft> = UNTOUCHED
const check = ({ amount }: Draft) => (amount === '' ? EMPTY : undefined)

describe('the problem of a form', () => {
  test('is not shown before the first submit', () => {
    expect(problemIn(untouched, draft, check)).toBeUndefined()
  })

  test('is shown after a submit and cleared when the draft changes', () => {
    const failed = reduceForm(untouched, { type: 'failed', draft })
    expect(problemIn(failed, draft, check)).toBe(EMPTY)
    const changed = reduceForm(failed, { type: 'changed', part: { amount: '1' } })
    expect(changed.changes).toEqual({ amount: '1' })
    expect(problemIn(changed, { amount: '1' }, check)).toBeUndefined()
  })

  test('is cleared once the facts make the draft valid', () => {
    const failed = reduceForm(untouched, { type: 'failed', draft })
    expect(problemIn(failed, { ...draft }, () => undefined)).toBeUndefined()
  })

  test('is the server’s refusal until the draft changes', () => {
    const sent = reduceForm(untouched, { type: 'sent' })
    expect(sent.isBusy).toBe(true)
    const failed = reduceForm(sent, { type: 'failed', draft, refusal: REFUSED })
    expect(failed.isBusy).toBe(false)
    expect(problemIn(failed, draft, () => undefined)).toBe(REFUSED)
    expect(problemIn(failed, { amount: '', address: 'x' }, () => undefined)).toBeUndefined()
  })

  test('keeps the typed values until a reset', () => {
    const typed = reduceForm(untouched, { type: 'changed', part: { amount: '5' } })
    const failed = reduceForm(typed, { type: 'failed', draft: { amount: '5' }, refusal: REFUSED })
    expect(failed.changes).toEqual({ amount: '5' })
    expect(reduceForm(failed, { type: 'reset' })).toEqual(untouched)
  })
})

describe('a form is begun', () => {
  const typed = reduceForm(untouched, { type: 'changed', part: { amount: '5' } })

  test('once a value differs from what the form began with', () => {
    expect(isBegun(untouched, draft, draft)).toBe(false)
    expect(isBegun(typed, draft, { amount: '5' })).toBe(true)
    // Typed and deleted again.
    expect(isBegun(typed, draft, { amount: '' })).toBe(false)
  })

  test('until it was sent, and again once the next one is typed', () => {
    const sending = reduceForm(typed, { type: 'sent' })
    expect(isBegun(sending, draft, { amount: '5' })).toBe(true)
    const settled = reduceForm(sending, { type: 'settled' })
    expect(isBegun(settled, draft, { amount: '5' })).toBe(true)
    const done = reduceForm(settled, { type: 'done' })
    expect(isBegun(done, draft, { amount: '5' })).toBe(false)
    const next = reduceForm(done, { type: 'changed', part: { amount: '6' } })
    expect(isBegun(next, draft, { amount: '6' })).toBe(true)
  })
})

describe('the place of a problem', () => {
  test('is below the form if it belongs to no field', () => {
    expect(noticeOf(REFUSED)).toBe(REFUSED)
    expect(errorAt(REFUSED, 'amount')).toBeUndefined()
  })

  test('is only at its field, with its title', () => {
    const problem = problemAt('amount', EMPTY)
    expect(noticeOf(problem)).toBeUndefined()
    expect(errorAt(problem, 'amount')).toEqual(EMPTY)
  })

  test('is at the field that its code names', () => {
    const fieldOf = { 'withdrawal.on_hold': 'amount' }
    expect(errorAt(atItsField(REFUSED, fieldOf), 'amount')?.message).toBe(REFUSED.message)
    expect(atItsField(EMPTY, fieldOf)).toBe(EMPTY)
  })

  test('is at the file that the server refused', () => {
    const broken = { title: 'Broken File', message: 'Choose it again.', code: 'upload.broken' }
    const photos = { front: undefined, back: undefined }
    const problem = atItsFile(broken, { file: 'image.jpg', field: 'back' }, photos)
    expect(errorAt(problem, 'back')).toEqual({ title: 'Broken File', message: 'Choose it again.' })
    expect(noticeOf(problem)).toBeUndefined()
    // Of another form, or no file: a price that has changed is said below the form.
    expect(atItsFile(broken, { file: 'image.jpg', field: 'other' }, photos)).toBe(broken)
    expect(atItsFile(REFUSED, { field: 'amount' }, draft)).toBe(REFUSED)
  })

  test('is in both places if several fields have their own messages', () => {
    const said = { title: 'Missing Information', message: 'Please fill in all fields.' }
    const fields = { amount: 'Please fill this in.', address: undefined }
    const problem = fieldProblem(fields, said)
    expect(noticeOf(problem)).toBe(problem)
    expect(errorAt(problem, 'amount')).toEqual({ title: '', message: 'Please fill this in.' })
    expect(errorAt(problem, 'address')).toBeUndefined()
  })

  test('does not exist if no field is wrong', () => {
    expect(fieldProblem({ amount: undefined })).toBeUndefined()
  })
})
