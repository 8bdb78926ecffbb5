import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextInput } from './field.tsx'
import { IconButton } from './icon-button.tsx'

export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          className="-mr-2.5"
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
        </IconButton>
      }
    />
  )
}
