import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { readFile } from '#shared/contract/files.ts'
import { downloadLoanDocument, readLoanDocumentPage } from '#shared/contract/loan-documents.ts'
import { readLoanForReview } from '#shared/contract/loan-reviews.ts'
import { applyForLoan, submitLoan, uploadLoanDocument } from '#shared/contract/loans.ts'
import {
  DOCUMENT_PAGES_MAX,
  LOAN_DOCUMENT_BYTES_MAX,
  LOAN_DOCUMENTS_MAX,
} from '#shared/rules/loans.ts'
import { READ_AGAIN_MINUTES } from '#shared/rules/recorded-access.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { inEveryPlace, LOAN_APPLICATION } from '#tests/support/loan-application.ts'
import { openTestApp } from './support/app.ts'
import { type Client, type FilePart, refusalOf } from './support/client.ts'
import { archive, cut, doc, docx, glued, pdf, pdfOfSize } from './support/documents.ts'
import { countKept } from './support/kept-rows.ts'
import { pdfOf } from './support/pdf-pages.ts'
import {
  gifScriptPolyglot,
  htmlNamedPng,
  photo,
  photoOfSize,
  svgPicture,
  truncatedJpeg,
} from './support/pictures.ts'
import { newAdmin, newUser, type Person } from './support/traders.ts'

const world = await openTestApp()
const { app, database } = world
let user: Person

// A user has one application at a time.
beforeEach(async () => {
  user = await newUser(world)
})

const body = { amount: '500', purpose: 'A van', duration: 30 } as const
const submit = (...documents: FilePart[]) =>
  user.client.send(submitLoan, { body, files: { documents } })

describe('a document that is refused', () => {
  const UNSUPPORTED = 'is not a PDF, Word document, JPEG or PNG that we can read.'
  const ACTIVE =
    'contains macros, scripts, linked content or embedded files. Print it to a PDF and choose that.'
  const BROKEN = 'is damaged or incomplete. Choose it again.'
  const TOO_LARGE = 'is too large. Maximum size is 1 MB.'
  const MACROS = { 'word/vbaProject.bin': 'Sub AutoOpen()' }
  const TOO_MANY = LOAN_DOCUMENT_BYTES_MAX + 1
  const named = (part: FilePart, name: string) => ({ ...part, name })

  it.each([
    ['an SVG', svgPicture, 415, 'drawing.svg', UNSUPPORTED],
    ['HTML', named(htmlNamedPng, 'page.pdf'), 415, 'page.pdf', UNSUPPORTED],
    ['a GIF that is a script', gifScriptPolyglot, 415, 'polyglot.gif', UNSUPPORTED],
    ['a zip called docx', archive, 415, 'archive.docx', UNSUPPORTED],
    ['a docx with macros', docx(MACROS), 415, 'letter.docx', ACTIVE],
    ['a compound file of another program', doc('Workbook'), 415, 'letter.doc', UNSUPPORTED],
    ['a PDF with an appended zip', glued(pdf(), archive), 400, 'statement.pdf', BROKEN],
    ['a truncated PDF', cut(pdf()), 400, 'statement.pdf', BROKEN],
    ['a truncated docx', cut(docx()), 400, 'letter.docx', BROKEN],
    ['a truncated doc', cut(doc()), 400, 'letter.doc', BROKEN],
    ['a doc without its table', cut(doc(), 0.3), 400, 'letter.doc', BROKEN],
    ['a truncated JPEG', truncatedJpeg(), 400, 'half.jpg', BROKEN],
    ['one byte over the maximum', pdfOfSize(TOO_MANY), 413, 'large.pdf', TOO_LARGE],
    ['a photo over the maximum', photoOfSize(TOO_MANY), 413, 'large.jpg', TOO_LARGE],
  ])('%s is reported and not stored', async (_, file, status, ...[name, fault]) => {
    const before = await countKept(world, 'loan')
    const response = await submit(await file)
    expect(response.body.message).toBe(`File "${name}" ${fault}`)
    expect(response.status).toBe(status)
    expect(await countKept(world, 'loan')).toEqual(before)
  })

  it('exceeds the number allowed in an application', async () => {
    const response = await submit(...Array(LOAN_DOCUMENTS_MAX + 1).fill(pdf()))
    expect([response.status, response.body.message]).toEqual([
      400,
      'documents: send at most 10 files',
    ])
  })
})

describe('a document that is accepted', () => {
  const largest = pdfOfSize(LOAN_DOCUMENT_BYTES_MAX)

  it.each([
    ['a PDF', pdf(), 'application/pdf', 'attachment', 'pdf'],
    ['a PDF of exactly the maximum', largest, 'application/pdf', 'attachment', 'pdf'],
    ['a PDF under another name', pdf('photo.jpg'), 'application/pdf', 'attachment', 'pdf'],
    ['a doc', doc(), 'application/msword', 'attachment', 'doc'],
    ['a docx', docx(), docx().type, 'attachment', 'docx'],
    ['a photo', photo(), 'image/jpeg', 'inline', 'jpg'],
  ] as const)('%s is served with its own type and is never executable', async (...row) => {
    const [, part, type, disposition, ending] = row
    const sent = await part
    const { status, body: response } = await submit(sent)
    expect(status).toBe(200)
    const [file] = response.loan.documents.files
    expect(file).toMatchObject({ kind: 'supporting', name: sent.name, type })
    const served = await app.inject(file?.url ?? '')
    expect(served.statusCode).toBe(200)
    expect(served.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-disposition': `${disposition}; filename="${file?.id}.${ending}"`,
    })
    expect(served.rawPayload.length).toBe(file?.bytes)
    const isKeptAsItCame = served.rawPayload.equals(Buffer.from(sent.content))
    expect(isKeptAsItCame).toBe(disposition === 'attachment')
  })

  it('loses camera metadata and appended data if it is an image', async () => {
    const { body: response } = await submit(glued(await photo(), archive))
    const served = await app.inject(response.loan.documents.urls[0] ?? '')
    expect(served.rawPayload.includes('Secret Camera')).toBe(false)
    expect(served.rawPayload.includes('run.js')).toBe(false)
  })

  it('keeps its order among several documents', async () => {
    const { body: response } = await submit(pdf('a.pdf'), await photo(), docx(), pdf('a.pdf'))
    const { files, urls } = response.loan.documents
    expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'photo.jpg', 'letter.docx', 'a.pdf'])
    expect(urls).toHaveLength(4)
  })

  it('is optional, also in JSON', async () => {
    expect((await submit()).body.loan.documents.files).toEqual([])
    const json = await (await newUser(world)).client.send(submitLoan, { body })
    expect([json.status, json.body.loan.documents.files]).toEqual([200, []])
  })

  it('can be read by its owner; staff can read only images', async () => {
    const { body: response } = await submit(pdf(), await photo())
    const [document = '', image = ''] = response.loan.documents.files.map(({ id }) => id)
    const read = async (by: Client, id: string) =>
      (await by.send(readFile, { params: { id }, query: {} })).status
    const [staff, stranger] = [await newAdmin(world), await newUser(world)]
    expect(await read(user.client, document)).toBe(200)
    expect(await read(staff.client, document)).toBe(403)
    expect(await read(staff.client, image)).toBe(200)
    expect(await read(stranger.client, document)).toBe(403)
    expect(await read(world.visitor, document)).toBe(401)
  })
})

describe('what staff see of a document', () => {
  const RED = '1 0 0 rg 0 0 612 792 re f'
  const TWO_PAGES = pdfOf({ pages: ['', RED] })
  const file = (content: Buffer): FilePart => ({ name: 'a.pdf', content: new Uint8Array(content) })
  const staff = newAdmin(world)

  async function sent(...documents: FilePart[]) {
    const { body: response } = await submit(...documents)
    const { id } = response.loan
    const asked = response.loan.documents.files.map((each) => ({ id, documentId: each.id }))
    return asked as [(typeof asked)[0], ...typeof asked]
  }
  const page = async (asked: { id: string; documentId: string }, number = 1) =>
    (await staff).client.insist(readLoanDocumentPage, { params: { ...asked, page: number } })

  it('is an image of each page, never the file', async () => {
    const [asked] = await sent(file(TWO_PAGES), await photo())
    const loan = await (await staff).client.call(readLoanForReview, { params: { id: asked.id } })
    expect(loan.documents.files.map(({ url }) => url?.split('?')[0] ?? null)).toEqual([
      null,
      `/api/files/${loan.documents.files[1]?.id}`,
    ])
    expect(loan.documents.urls).toEqual([loan.documents.files[1]?.url])

    const second = await page(asked, 2)
    expect(second.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    const { image, ...facts } = second.body
    expect(facts).toEqual({ page: 2, pages: 2, width: 1600, height: 2071 })
    const drawn = sharp(Buffer.from(image.replace('data:image/webp;base64,', ''), 'base64'))
    const { dominant } = await drawn.stats()
    expect([dominant.r > 200, dominant.g < 50, dominant.b < 50]).toEqual([true, true, true])
    expect((await page(asked, 3)).status).toBe(404)
    expect((await page(asked, DOCUMENT_PAGES_MAX + 1)).status).toBe(404)
  })

  it('includes a reason if a file has no pages to show', async () => {
    const broken = file(
      Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\nstartxref\n9\n%%EOF\n'),
    )
    const [damaged, word] = await sent(broken, docx())
    expect(await refusalOf(page(damaged))).toEqual([422, 'document.broken'])
    expect(await refusalOf(page(word ?? damaged))).toEqual([415, 'document.no_pages'])
    // Files accepted before encrypted ones were refused.
    const encryption = `<</Filter/Standard/V 1/R 2/P -4/O<${'00'.repeat(32)}>/U<${'11'.repeat(32)}>>>`
    const locked = pdfOf({ trailer: `/Encrypt ${encryption}/ID[<${'22'.repeat(16)}><22>]` })
    expect(await world.services.pages.render(locked, 1)).toEqual({ refused: 'document.protected' })
  })

  it('must belong to the given application', async () => {
    const [asked] = await sent(pdf())
    user = await newUser(world)
    const [other] = await sent(pdf())
    const mixed = { id: asked.id, documentId: other.documentId }
    expect((await page(mixed)).status).toBe(404)
    const download = await (await staff).client.send(downloadLoanDocument, { params: mixed })
    expect(download.status).toBe(404)
  })

  it('includes the file itself only by a download, which is recorded', async () => {
    const [asked] = await sent(docx())
    const by = await staff
    const { url } = await by.client.call(downloadLoanDocument, { params: asked })
    const served = await app.inject(url)
    expect(served.rawPayload.equals(Buffer.from(docx().content))).toBe(true)
    expect(served.headers['content-disposition']).toMatch(/^attachment;/)
    const { rows } = await database.pool.query(
      `select data from event where stream = $1 and type = 'LoanDocumentDownloaded'`,
      [`loan-${asked.id}`],
    )
    const { documentId } = asked
    const [data, ...more] = rows.map((row) => row.data)
    expect(data).toEqual({ documentId, downloadedBy: by.userId, downloadedAt: expect.any(String) })
    expect(more).toEqual([])
  })

  it('includes the file again under the same key only for as long as a response may have been lost', async () => {
    const [asked] = await sent(docx())
    const by = await newAdmin(world)
    const key = crypto.randomUUID()
    const download = (under = key) =>
      by.client.send(downloadLoanDocument, { params: asked, key: under })
    expect((await download()).status).toBe(200)
    world.clock.advance((READ_AGAIN_MINUTES - 1) * MINUTE_MS)
    const { status, body: again } = await download()
    expect(status).toBe(200)
    expect((await app.inject(again.url)).statusCode).toBe(200)
    world.clock.advance(MINUTE_MS)
    expect(await refusalOf(download())).toEqual([409, 'access.recorded_earlier'])
    expect((await download(crypto.randomUUID())).status).toBe(200)
  })
})

describe('ID images', () => {
  const upload = async ({ client }: Person, file: FilePart) =>
    (await client.call(uploadLoanDocument, { body: {}, files: { file } })).url
  const send = (file: FilePart, form = {}) =>
    user.client.send(uploadLoanDocument, { body: form, files: { file } })
  const apply = (form: object) =>
    user.client.send(applyForLoan, { body: { ...LOAN_APPLICATION, ...form } })

  it('can be part of the form', async () => {
    const image = await photo()
    const { loan } = await user.client.call(applyForLoan, {
      body: { ...LOAN_APPLICATION, email: 'Demo@Example.com', termsAccepted: 'true' },
      files: inEveryPlace(image),
    })
    const kinds = loan.documents.files.map(({ kind }) => kind)
    expect(kinds).toEqual(['front_id', 'back_id', 'selfie_with_id'])
  })

  it('can be uploaded before and referred to by their links', async () => {
    const [frontId, backId] = [await upload(user, await photo()), await upload(user, await photo())]
    const { loan } = (await apply({ frontId, backId, selfieWithId: frontId.split('?')[0] })).body
    expect(loan.documents.files.map(({ type }) => type)).toEqual(Array(3).fill('image/jpeg'))
    expect((await app.inject(loan.documents.urls[2] ?? '')).statusCode).toBe(200)
  })

  it('are all three required', async () => {
    const frontId = await upload(user, await photo())
    expect(await refusalOf(apply({ frontId }))).toEqual([400, 'loan.documents_missing'])
  })

  it('cannot be other users’ images, documents or external links', async () => {
    const theirs = await upload(await newUser(world), await photo())
    const { body: application } = await submit(pdf())
    const links = [
      theirs,
      application.loan.documents.urls[0] ?? '',
      `/api/files/${crypto.randomUUID()}`,
      'https://example.com/a.jpg',
    ]
    for (const link of links) {
      const { status, body: response } = await apply(inEveryPlace(link))
      expect(status).toBe(400)
      expect(response.message).toBe('Failed to upload documents. Please try again.')
    }
  })

  it('must be images of the user', async () => {
    expect(await refusalOf(send(pdf()))).toEqual([415, 'upload.not_image'])
    const { userId } = await newUser(world)
    const forOther = send(await photo(), { userId })
    expect(await refusalOf(forOther)).toEqual([403, 'access.forbidden'])
  })
})
