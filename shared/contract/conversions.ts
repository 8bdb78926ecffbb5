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
  /** Taken off the value of what is given, in percent. */
  spreadPercent: decimalField,
}

export const conversionQuote = z.object({
  ...terms,
  quotedAt: instantField,
  expiresAt: instantField,
})
export type ConversionQuote = z.infer<typeof conversionQuote>

export const conversion = z.object({ ...terms, createdAt: instantField })
export type Conversion = z.infer<typeof conversion>

export const conversionTerms = z.object({
  spreadPercent: decimalField,
  /** In USDT, as the fields below: the most that one conversion may be worth. */
  quoteMaximum: decimalField,
  /** The most that one user may convert in 24 hours. */
  dayMaximum: decimalField,
  /** What the caller has converted in the last 24 hours. */
  convertedToday: decimalField,
})

export const readConversionTerms = get('/api/convert/terms', {
  summary: 'The spread, the limits, and what the caller has converted in the last 24 hours',
  access: 'user',
  response: conversionTerms,
})

export const quoteConversion = post('/api/convert/quote', {
  summary:
    'What an amount is worth in another asset right now, less the spread; holds for 15 s while both prices stay near, moves nothing, replaces the caller’s earlier quote',
  access: 'user',
  // A repeated request returns another quote, which replaces the first.
  idempotency: 'natural',
  offline: 'refuse',
  perMinute: QUOTES_PER_MINUTE,
  body: z.object({
    userId: claimedUserId,
    from: symbolField,
    to: symbolField,
    amount: amountField,
  }),
  response: conversionQuote,
})

export const confirmConversion = post('/api/convert', {
  summary:
    'Convert at the terms of the open quote, once, while it holds; 409 price.moved brings a new quote in `quote`',
  access: 'user',
  offline: 'refuse',
  seenFields: ['quote'],
  body: z.object({
    userId: claimedUserId,
    /** The id of the caller's open quote. */
    quote: idField,
  }),
  response: conversion,
})

export const listConversions = get('/api/convert/:userId', {
  summary: 'Conversions of one user, newest first',
  access: 'own',
  query: z.object(pageFields),
  response: z.array(conversion),
})
