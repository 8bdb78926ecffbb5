import { msg } from './text/t.ts'

/** What a user reads where our side failed: it is no refusal and has no code of its own. */
export const FAULT = {
  title: msg('Something went wrong'),
  message: msg(
    'Something went wrong on our side. Please try again. If it happens again, contact support and give this number: {number}',
  ),
} as const
