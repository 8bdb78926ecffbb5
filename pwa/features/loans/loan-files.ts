import { LOAN_IMAGE_BYTES_MAX } from '#shared/contract/loans.ts'
import { describeRefusal } from '#shared/errors.ts'
import { LOAN_DOCUMENT_BYTES_MAX, LOAN_DOCUMENT_EXTENSIONS } from '#shared/rules/loans.ts'

export interface Problem {
  readonly title: string
  readonly message: string
}

/**
 * Why a supporting document cannot be sent; undefined where it can.
 *
 * Source: docs/product.md, Loans
 */
export function documentProblem(file: File): Problem | undefined {
  const extension = file.name.split('.').at(-1)?.toLowerCase()
  if (!LOAN_DOCUMENT_EXTENSIONS.some((each) => each === extension)) {
    return describeRefusal('upload.not_document', { file: file.name })
  }
  return sizeProblem(file, LOAN_DOCUMENT_BYTES_MAX)
}

/** Why an ID image cannot be sent; undefined where it can. */
export function imageProblem(file: File): Problem | undefined {
  if (!file.type.startsWith('image/')) {
    return describeRefusal('upload.not_image', { file: file.name })
  }
  return sizeProblem(file, LOAN_IMAGE_BYTES_MAX)
}

const MB = 1024 * 1024

function sizeProblem(file: File, bytesMax: number): Problem | undefined {
  if (file.size <= bytesMax) return undefined
  return describeRefusal('upload.too_large', { file: file.name, maximum: `${bytesMax / MB}MB` })
}
