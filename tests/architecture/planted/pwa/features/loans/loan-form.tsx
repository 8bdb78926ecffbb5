export const LoanForm = () => null
