import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import { idField } from '#shared/contract/fields.ts'
import { DOCUMENT_PAGES_MAX } from '#shared/rules/loans.ts'

/**
 * Files sent with a loan application, as staff see them.
 *
 * Source: docs/product.md, Loans
 */

export const loanDocument = z.object({
  id: idField,
  kind: z.enum(['front_id', 'back_id', 'selfie_with_id', 'supporting']),
  /** The file name on the applicant's device; empty once their data is erased. */
  name: z.string(),
  /** The media type: images are shown, everything else is downloaded. */
  type: z.string(),
  bytes: z.number(),
  /** A link signed for at most five minutes. */
  url: z.string(),
})
export type LoanDocument = z.infer<typeof loanDocument>

export const reviewedDocument = z.extend(loanDocument, {
  /** Of images only: of a PDF staff see pages, and a download is a separate act. */
  url: z.nullable(z.string()),
})
export type ReviewedDocument = z.infer<typeof reviewedDocument>

const documentParams = { id: idField, documentId: idField }

export const readLoanDocumentPage = get('/admin/loan-documents/:id/:documentId/pages/:page', {
  summary: 'A page of a PDF that came with a loan application, drawn as an image',
  access: 'reviews.read',
  params: z.object({
    ...documentParams,
    page: z.coerce.number().check(z.int(), z.gte(1), z.lte(DOCUMENT_PAGES_MAX)),
  }),
  response: z.object({
    page: z.number(),
    /** In the document, as it says itself. */
    pages: z.number(),
    /** In pixels. */
    width: z.number(),
    height: z.number(),
    /** WebP, as a data URL. */
    image: z.string(),
  }),
  perMinute: 120,
})

export const downloadLoanDocument = post('/admin/loan-documents/:id/:documentId/download', {
  summary: 'A link to a PDF or Word file that came with a loan application; it is recorded',
  access: 'reviews.read',
  params: z.object(documentParams),
  response: z.object({
    /** A link signed for at most five minutes. */
    url: z.string(),
  }),
})
