import { msg } from './text/t.ts'

/** What a user reads if our side failed: an error without a code. */
export const FAULT = {
  title: msg('Something went wrong'),
  message: msg(
    'Something went wrong on our side. Please try again. If it happens again, contact support and give this number: {number}',
  ),
} as const
