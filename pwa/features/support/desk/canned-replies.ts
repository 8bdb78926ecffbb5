/** What staff says most; each goes into the reply box, to be read over before it is sent. */
export const CANNED_REPLIES: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Greeting',
    text: 'Hello, and thank you for your message. We are looking into it and answer here.',
  },
  {
    title: 'Verification',
    text: 'Your documents are being reviewed. Verification takes 1-2 business days; you are notified of the result.',
  },
  {
    title: 'Deposit or withdrawal',
    text: 'Your request is being reviewed. You can follow its state in your transaction history.',
  },
  {
    title: 'More details',
    text: 'Please tell us the page, the time and what you expected to see. A screenshot helps.',
  },
  {
    title: 'Solved?',
    text: 'This should be settled now. If anything is still open, just write here again.',
  },
]
