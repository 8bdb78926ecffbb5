import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import {
  amountField,
  claimedUserId,
  decimalField,
  idField,
  instantField,
  pageFields,
  symbolField,
  textField,
} from '#shared/contract/fields.ts'
import { QUOTES_PER_MINUTE } from '#shared/rules/conversions.ts'

/**
 * Conversion between assets: a quote, then its confirmation.
 *
 * Source: docs/product.md, Conversions
 */

const terms = {
  id: idField,
  userId: idField,
  from: z.string(),
  to: z.string(),
  /** In `from`. */
  amount: decimalField,
  /** The amount credited, in `to`, rounded down to 8 decimals. */
  received: decimalField,
  /** The recorded prices in USDT behind the quote. */
  fromPrice: decimalField,
  toPrice: decimalField,
}

export const conversionQuote = z.object({
  ...terms,
  quotedAt: instantField,
  expiresAt: instantField,
  /** Proves that these are the server's terms; a confirmation sends it. */
  token: z.string(),
})
export type ConversionQuote = z.infer<typeof conversionQuote>

export const conversion = z.object({ ...terms, createdAt: instantField })
export type Conversion = z.infer<typeof conversion>

export const quoteConversion = post('/api/convert/quote', {
  summary: 'What an amount is worth in another asset right now; holds for 15 s and moves nothing',
  access: 'user',
  // Nothing is written; a repeated request returns another quote.
  idempotency: 'natural',
  offline: 'refuse',
  perMinute: QUOTES_PER_MINUTE,
  body: z.object({
    userId: claimedUserId,
    from: symbolField,
    to: symbolField,
    amount: amountField,
  }),
  answer: conversionQuote,
})

export const confirmConversion = post('/api/convert', {
  summary: 'Convert at the terms of a quote; each quote once, while it holds',
  access: 'user',
  offline: 'refuse',
  body: z.object({
    userId: claimedUserId,
    /** The `token` of the quote. */
    quote: textField(2_000),
  }),
  answer: conversion,
})

export const listConversions = get('/api/convert/:userId', {
  summary: 'Conversions of one user, newest first',
  access: 'own',
  query: z.object(pageFields),
  answer: z.array(conversion),
})
