import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { Link } from './link.tsx'
import { Ring } from './spinner.tsx'

type Look = {
  /** `primary` at most once in a view; `quiet` is outlined; `sage` is the action on navy. */
  kind?: 'primary' | 'quiet' | 'sage' | undefined
  caps?: boolean | undefined
  wide?: boolean | undefined
  icon?: IconName | undefined
  children: ReactNode
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'className' | 'style'> & {
    /** A pending button keeps the focus and ignores presses. */
    pending?: boolean | undefined
  }

type ButtonLinkProps = Look & Omit<LinkProps, 'className' | 'style'>

/** A button 48 px high. `type` is 'button' unless given: a form's button needs type="submit". */
export function Button(props: ButtonProps) {
  const { kind, caps, wide, icon, pending, type = 'button', onClick, children, ...rest } = props
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (!pending) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      {...rest}
      {...look({ kind, caps, wide })}
      type={type}
      aria-disabled={pending || undefined}
      data-pending={pending || undefined}
      onClick={press}
    >
      {pending && <Ring />}
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. `to` may be an external address. */
export function ButtonLink({ kind, caps, wide, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} {...look({ kind, caps, wide })}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

export function Buttons({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

type TextButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style'> & { icon?: IconName }

/** An action styled as a link. */
export function TextButton({ icon, type = 'button', children, ...rest }: TextButtonProps) {
  return (
    <button {...rest} type={type} className={styles.text}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

function look({ kind = 'primary', caps, wide }: Omit<Look, 'children' | 'icon'>) {
  return {
    className: styles.button,
    'data-kind': kind,
    'data-caps': caps || undefined,
    'data-wide': wide || undefined,
  }
}
