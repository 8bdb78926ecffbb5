import { type ChangeEvent, type FormEvent, useEffect, useId, useReducer, useRef } from 'react'
import type { ApiFailure } from '#pwa/data/api-error.ts'
import type { SubmissionResult } from '#pwa/data/submit.ts'
import type { Outlives } from '#pwa/stores/begun-forms.ts'
import { currentUserId } from '#pwa/stores/session.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { type Problem, problemOfFailure, type Wording } from '#pwa/ui/problem.ts'
import { t } from '#shared/text/t.ts'
import {
  atItsField,
  atItsFile,
  errorAt,
  type FormAction,
  type FormState,
  isBegun,
  noticeOf,
  problemIn,
  reduceForm,
  UNTOUCHED,
} from './form-state.ts'
import { asShown } from './refusal-problem.ts'
import { sentWhen } from './sent-when.ts'
import { useBegunForm } from './use-begun-form.ts'

interface CommandOptions<Draft, Response> {
  /** What the form begins with. What the user has not changed follows it when it changes. */
  readonly initial: Draft
  /** Where the changes are kept, if not in the form: `useKeptDraft`, or a parent's state. */
  readonly kept?: KeptChanges<Draft>
  /** What is wrong with a draft. Shown after the first attempt, never while the user is typing. */
  readonly check?: (draft: Draft) => Problem | undefined
  /** Sends the draft, usually with `useSubmit`; undefined: there is no message about it yet. */
  readonly send: (draft: Draft) => Promise<SubmissionResult<Response> | undefined>
  /** Which field the problem with this code belongs to. */
  readonly fieldOf?: Readonly<Record<string, keyof Draft & string>>
  /** What to say where the server gives no message; a function: of every failure. */
  readonly failed?: Wording | ((failure: ApiFailure) => Problem | undefined)
  /** What waits for a connection, as the message begins: "Your order". */
  readonly waiting?: string
  /** The toast once the server has it. */
  readonly done?: Toast | ((response: Response, sent: Draft) => Toast)
  /** After it is done, or waits, and no longer needs the form. */
  readonly onSent?: (sent: { readonly draft: Draft; readonly response?: Response }) => void
}

export interface KeptChanges<Draft> {
  readonly changes: Partial<Draft>
  readonly change: (part: Partial<Draft>) => void
  readonly clear: () => void
  /** What the changes survive; neither, if the page holds them. */
  readonly outlives?: Outlives
}

/** A success, unless it says otherwise. */
type Toast = Pick<Wording, 'title'> & Partial<Wording> & { readonly tone?: 'info' }

export type CommandForm<Draft extends object> = ReturnType<typeof useCommandForm<Draft, never>>

function sayWaiting(isForProof: boolean, what: string | undefined) {
  const unproved = {
    title: t('Waiting for you'),
    message: t('It is kept on this device, and sent once you confirm that it is you.'),
  }
  const unsent = what && { title: t('Waiting for connection'), message: sentWhen(what) }
  const toast = isForProof ? unproved : unsent
  if (toast) showToast({ ...toast, waits: true })
}

/** The user may have meant to do it a second time. */
function earlierToast(toast: Toast | undefined): Toast {
  const note = t('Your earlier attempt had arrived. This is its result. Nothing was sent again.')
  const message = [toast?.message, note].filter(Boolean).join(' ')
  return { title: t('Already Done'), tone: 'info', message }
}

/**
 * The only way to fill in a form and to submit it.
 *
 * It uses no form library: the fields are controlled, their rules are the `refusalOf` that the
 * server also uses, and all that would remain for a library is `useState`.
 */
export function useCommandForm<Draft extends object, Response>(
  options: CommandOptions<Draft, Response>,
) {
  const { initial, kept, fieldOf = {}, failed, waiting, done, onSent } = options
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [state, act] = useReducer<FormState<Draft>, [FormAction<Draft>]>(reduceForm, UNTOUCHED)
  const { changes } = kept ?? state
  const draft: Draft = { ...initial, ...changes }
  const latest = useRef(draft)
  latest.current = draft
  const isSending = useRef(false)

  function check(tried: Draft): Problem | undefined {
    const problem = options.check?.(tried)
    return problem && atItsField(problem, fieldOf)
  }

  function change(part: Partial<Draft>) {
    kept?.change(part)
    act({ type: 'changed', part })
  }

  function refuse(problem: Problem | undefined) {
    if (!problem) return act({ type: 'settled' })
    act({ type: 'failed', draft: latest.current, refusal: atItsField(problem, fieldOf) })
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    // A form in a dialog that this form has opened bubbles up to here.
    if (isSending.current || (event && event.target !== event.currentTarget)) return
    if (check(draft)) return act({ type: 'failed', draft })
    isSending.current = true
    act({ type: 'sent' })
    const sender = currentUserId()
    const result = await options.send(draft).finally(() => {
      isSending.current = false
      act({ type: 'settled' })
    })
    const reader = currentUserId()
    // The response is not for a user who has logged in since.
    if (!result || (sender && reader && sender !== reader)) return
    say(result, draft)
    // After `onSent`, which may change the form.
    if (result.state !== 'refused') act({ type: 'done' })
  }

  function say(result: SubmissionResult<Response>, sent: Draft) {
    switch (result.state) {
      case 'refused': {
        const failure = asShown(result.failure)
        const isWording = typeof failed !== 'function'
        const problem = isWording ? problemOfFailure(failure, failed) : failed(failure)
        return refuse(atItsFile(problem, failure.details, sent))
      }
      case 'waiting':
        // The toast disappears as soon as the server has answered.
        sayWaiting(result.isProofMissing === true, waiting)
        return onSent?.({ draft: sent })
      case 'done': {
        const { response } = result
        const toast = typeof done === 'function' ? done(response, sent) : done
        if (result.isEarlier) showToast(earlierToast(toast))
        else if (toast) showToast({ tone: 'success', ...toast })
        return onSent?.({ draft: sent, response })
      }
    }
  }

  function reset() {
    kept?.clear()
    act({ type: 'reset' })
  }

  useEffect(() => {
    if (state.failed) focusWrongField(element.current)
  }, [state.failed])

  useBegunForm(isBegun(state, initial, draft), kept?.outlives)

  const problem = problemIn(state, draft, check)
  return {
    draft,
    change,
    submit,
    refuse,
    reset,
    isBusy: state.isBusy,
    /** The message below the fields; the message at a field is `error(name)`. */
    notice: noticeOf(problem),
    error: (name: keyof Draft & string) => errorAt(problem, name),
    input: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      onChange: ({ target }: ChangeEvent<{ value: string }>) =>
        change({ [name]: target.value } as Partial<Draft>),
    }),
    value: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      onValueChange: (value: Draft[Name]) => change({ [name]: value } as unknown as Partial<Draft>),
    }),
    file: <Name extends keyof Draft>(name: Name) => ({
      file: draft[name],
      onFileChange: (file: Draft[Name]) => change({ [name]: file } as unknown as Partial<Draft>),
    }),
    formProps: { id, ref: element, noValidate: true, onSubmit: submit } as const,
    submitProps: { type: 'submit', form: id, busy: state.isBusy } as const,
  }
}

/** On a phone it may be a screen above the pressed button. */
function focusWrongField(form: HTMLFormElement | null) {
  const field = form?.querySelector('[data-wrong]')
  // A file that was chosen has no control but the button that removes it.
  const control =
    field?.querySelector<HTMLElement>('[aria-invalid]') ?? field?.querySelector('button')
  control?.focus()
  field?.scrollIntoView({ block: 'nearest' })
}
