// breaks browser-features-know-no-feature
export { LoanForm } from '../loans/loan-form.tsx'
