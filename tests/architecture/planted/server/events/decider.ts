export type Decision = string
