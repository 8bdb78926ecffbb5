// breaks deciders-are-pure
import pg from 'pg'

export const decide = () => pg
