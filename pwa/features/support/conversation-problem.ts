/** Why a conversation cannot be shown. Source: docs/product.md, Support. */
export function conversationProblem({ status, message }: { status: number; message: string }) {
  return {
    title: 'Failed to fetch conversation',
    message:
      status >= 500 ? 'Server error. Please ensure support system is properly set up.' : message,
  }
}
