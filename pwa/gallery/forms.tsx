import { type ReactNode, useState } from 'react'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { CodeInput } from '#pwa/ui/code-input.tsx'
import { Field, PasswordInput, Select, Textarea, TextInput } from '#pwa/ui/field.tsx'
import { FileListPicker, FilePicker } from '#pwa/ui/file-picker.tsx'
import { PhotoPicker } from '#pwa/ui/photo-picker.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { Switch } from '#pwa/ui/switch.tsx'

export const FORMS: Readonly<Record<string, ReactNode>> = {
  Amounts: (
    <>
      <Held initial="buy">
        {(side, setSide) => (
          <SegmentedControl
            label="Side"
            value={side}
            onValueChange={setSide}
            options={[
              { value: 'buy', label: 'Buy', tone: 'up' },
              { value: 'sell', label: 'Sell', tone: 'down' },
            ]}
          />
        )}
      </Held>
      <Field label="Amount" aside="Available 1.25000001 BTC" error="The amount must be above 0">
        <Held initial="0">
          {(amount, setAmount) => (
            <AmountInput unit="BTC" max="1.25000001" value={amount} onValueChange={setAmount} />
          )}
        </Held>
      </Field>
    </>
  ),
  Text: (
    <>
      <Field label="Email" hint="We send a confirmation there.">
        <TextInput type="email" autoComplete="off" placeholder="you@example.com" />
      </Field>
      <Field label="Password" error="Use at least 8 characters">
        <PasswordInput autoComplete="off" defaultValue="abc" />
      </Field>
      <Field label="Address">
        <Held initial="TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf">
          {(value, onValueChange) => <CodeInput {...{ value, onValueChange }} />}
        </Held>
      </Field>
      <Field label="Notes" optional>
        <Textarea placeholder="What the reviewer should know" />
      </Field>
    </>
  ),
  Choices: (
    <>
      <Field label="Network">
        <Select>
          <option>TRC20</option>
          <option>ERC20</option>
        </Select>
      </Field>
      <Checkbox label="I have read and accept the terms" defaultChecked />
      <Held initial={true}>
        {(isOn, setOn) => (
          <Switch label="Push notifications" hint="Here" checked={isOn} onCheckedChange={setOn} />
        )}
      </Held>
    </>
  ),
  Files: (
    <Held initial={[] as readonly File[]}>
      {(files, setFiles) => (
        <>
          <Field label="Screenshot of the transfer">
            <FilePicker
              accepts="image"
              file={files[0]}
              onFileChange={(file) => setFiles(file ? [file] : [])}
            />
          </Field>
          <Field label="Front of the card">
            <PhotoPicker
              subject="Front of the card"
              camera="environment"
              bytesMax={5_000_000}
              file={files[0]}
              onFileChange={(file) => setFiles(file ? [file] : [])}
            />
          </Field>
          <Field label="Documents" optional>
            <FileListPicker
              accepts="document"
              bytesMax={1_000_000}
              countMax={4}
              files={files}
              onFilesChange={setFiles}
              problemOf={({ name }) => (name.endsWith('.pdf') ? undefined : 'This is not a PDF.')}
            />
          </Field>
        </>
      )}
    </Held>
  ),
}

/** Holds the value of a controlled component. */
export function Held<Value>(props: {
  initial: Value
  children: (value: Value, change: (next: Value) => void) => ReactNode
}) {
  const [value, setValue] = useState(props.initial)
  return props.children(value, setValue)
}
