import { KYC_IMAGE_BYTES_MAX } from '#shared/contract/kyc.ts'
import { describeRefusal } from '#shared/errors.ts'
import { kycRefusal } from '#shared/rules/kyc.ts'

/** The texts of the form, as typed; they are kept nowhere on the device until they are sent. */
export interface KycValues {
  readonly fullName: string
  readonly ssn: string
  readonly address: string
}

export const PHOTO_NAMES = ['kycFrontId', 'kycBackId', 'kycSelfieWithId'] as const
export type PhotoName = (typeof PHOTO_NAMES)[number]
export type Photos = Readonly<Partial<Record<PhotoName, File>>>

export interface KycProblem {
  readonly title: string
  readonly message: string
  /** What is wrong in which field, to be said there. */
  readonly fields: Readonly<Partial<Record<keyof KycValues | PhotoName, string>>>
}

const MB = 1024 * 1024

/**
 * What keeps the form from being sent; undefined when nothing does.
 *
 * Source: docs/product.md, Verification
 */
export function problemOf(values: KycValues, photos: Photos): KycProblem | undefined {
  for (const name of PHOTO_NAMES) {
    const file = photos[name]
    const problem = file && imageProblem(file)
    if (problem) return { ...problem, fields: { [name]: problem.message } }
  }
  const missingPhotos = PHOTO_NAMES.filter((name) => photos[name] === undefined)
  const refusal = kycRefusal({ ...values, hasDocuments: missingPhotos.length === 0 })
  if (!refusal) return undefined
  const { title, message } = describeRefusal(refusal.refused)
  const missingTexts = Object.entries(values).filter(([, text]) => text.trim() === '')
  const fields =
    refusal.refused === 'kyc.fields_missing'
      ? missingTexts.map(([name]) => [name, 'Please fill this in.'])
      : missingPhotos.map((name) => [name, 'This image is missing.'])
  return { title, message, fields: Object.fromEntries(fields) }
}

function imageProblem(file: File) {
  if (!file.type.startsWith('image/')) {
    return describeRefusal('upload.not_image', { file: file.name })
  }
  if (file.size <= KYC_IMAGE_BYTES_MAX) return undefined
  const maximum = `${KYC_IMAGE_BYTES_MAX / MB}MB`
  return describeRefusal('upload.too_large', { file: file.name, maximum })
}
