/** Refusals about uploaded or displayed files; errors.ts includes them. */
export const FILE_REFUSALS = {
  'document.no_pages':
    '415 No Preview | Only PDFs and images are shown here. Download the file to open it.',
  'document.protected':
    '422 Protected File | This PDF is encrypted, so its pages cannot be shown. Download the file to open it.',
  'document.broken':
    '422 Broken File | This PDF is damaged, so its pages cannot be shown. Download the file to open it.',
  'document.too_complex':
    '422 No Preview | Showing this page takes too much time or memory. Download the file to open it.',

  'upload.missing': '400 Missing Information | Please choose a file for {field}.',
  'upload.too_large': '413 File Too Large | File "{file}" is too large. Maximum size is {maximum}.',
  'upload.too_many_pixels':
    '413 File Too Large | File "{file}" is too large. Maximum size is {maximum, plural, one {# megapixel} other {# megapixels}}.',
  'upload.not_image':
    '415 Not an Image | File "{file}" is not an image that we can read. Use a JPEG, PNG, WebP or GIF.',
  'upload.not_document':
    '415 Unsupported File | File "{file}" is not a PDF, Word document, JPEG or PNG that we can read.',
  'upload.active_content':
    '415 Unsupported File | File "{file}" contains macros, scripts, linked content or embedded files. Print it to a PDF and choose that.',
  'upload.protected':
    '415 Protected File | File "{file}" is encrypted. Save it without a password and choose it again.',
  'upload.too_many':
    '429 Too Many Uploads | Two of your files are still being uploaded. Try again when they are done.',
  'upload.too_slow':
    '408 Upload Too Slow | The upload took too long. Try again with a better connection.',
  'upload.unused_full':
    '413 Too Many Files | Files that you have uploaded and that no request uses yet can take up {maximum} in total. Unused files are deleted after 24 hours.',
  'upload.broken': '400 Broken File | File "{file}" is damaged or incomplete. Choose it again.',
} as const
