/** The fields that a customer fills in on the loan page, without the images. */
export const LOAN_APPLICATION = {
  fullName: 'Demo User',
  email: 'demo@example.com',
  phoneNumber: '+1 555 0100',
  dateOfBirth: '1990-12-31',
  amount: '1000',
  purpose: 'business',
  duration: '30',
  termsAccepted: true,
} as const

/** The same image, or link to it, in every image field. */
export function inEveryPlace<Image>(image: Image) {
  return { frontId: image, backId: image, selfieWithId: image }
}
