import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/contract/define-route.ts'
import { PICTURE_BYTES_MAX } from '#shared/rules/profile-picture.ts'
import { LANGUAGE_CODES } from '#shared/text/languages.ts'

/** The account as a whole. Source: docs/product.md, Profile. */

export const setPicture = post('/api/profile-picture', {
  summary: "Set the caller's profile picture",
  access: 'user',
  idempotency: 'natural',
  files: {
    picture: {
      required: true,
      accepts: 'image',
      bytesMax: PICTURE_BYTES_MAX,
      isSealed: true,
      // Images in messages are evidence; this one may be deleted by its owner.
      kind: 'profilePicture',
    },
  },
  response: z.object({ message: z.string(), profile_picture: z.string() }),
  perMinute: 20,
})

export const removePicture = del('/api/profile-picture', {
  summary: "Remove the caller's profile picture",
  access: 'user',
  idempotency: 'natural',
})

export const keepLanguage = put('/api/profile/language', {
  summary: "Set the caller's language, also for emails and notifications",
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  offline: 'queue',
  inOrder: { series: 'language' },
  body: z.object({ language: z.enum(LANGUAGE_CODES) }),
})

export const deleteAccount = del('/api/user/delete-account', {
  summary: "Delete the caller's account; if refused, lists what prevents it",
  access: 'user',
  stepUp: 'always',
  idempotency: 'natural',
  perMinute: 10,
})

export const exportAccount = get('/api/user/export', {
  summary: 'Everything that is held about the caller, as one JSON file',
  access: 'user',
  // The file contains what a verification keeps sealed.
  stepUp: 'always',
  raw: true,
  // A request that asks for a proof counts as well.
  perMinute: 6,
})
