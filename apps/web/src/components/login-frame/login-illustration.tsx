/** Furrows that meet at the horizon: x at the bottom edge. */
const FURROWS = Array.from({ length: 23 }, (_, index) => (index - 11) * 150 + 600);
const RIBS = Array.from({ length: 9 }, (_, index) => index);

/** Drawing of a farm: fields, a film greenhouse, a weather mast. Follows the theme. */
export function LoginIllustration() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1200 900"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 size-full [--far:#b9cfc0] [--field:#9dbf94] [--film:#f7fbf8] [--furrow:#86ad7e] [--near:#7fa878] [--rib:#8fa39a] [--sky-high:#cfe3ee] [--sky-low:#f8ecd6] [--sun:#fff6df] [[data-theme=dark]_&]:[--far:#1a2a23] [[data-theme=dark]_&]:[--field:#16261b] [[data-theme=dark]_&]:[--film:#2b3f37] [[data-theme=dark]_&]:[--furrow:#122017] [[data-theme=dark]_&]:[--near:#0f1b13] [[data-theme=dark]_&]:[--rib:#4d645a] [[data-theme=dark]_&]:[--sky-high:#0c141b] [[data-theme=dark]_&]:[--sky-low:#22352f] [[data-theme=dark]_&]:[--sun:#cfdde2]"
    >
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sky-high)" />
          <stop offset="0.62" stopColor="var(--sky-low)" />
        </linearGradient>
        <radialGradient id="glow">
          <stop offset="0" stopColor="var(--sun)" stopOpacity="0.95" />
          <stop offset="0.14" stopColor="var(--sun)" stopOpacity="0.38" />
          <stop offset="0.4" stopColor="var(--sun)" stopOpacity="0.14" />
          <stop offset="0.7" stopColor="var(--sun)" stopOpacity="0.035" />
          <stop offset="1" stopColor="var(--sun)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="field" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--field)" />
          <stop offset="1" stopColor="var(--near)" />
        </linearGradient>
        <clipPath id="ground">
          <rect y="560" width="1200" height="340" />
        </clipPath>
      </defs>
      <rect width="1200" height="900" fill="url(#sky)" />
      <circle cx="860" cy="430" r="330" fill="url(#glow)" />
      <circle cx="860" cy="430" r="34" fill="var(--sun)" opacity="0.85" />
      <path
        d="M0 545c140-60 260-52 380-20s260 20 380-18 260-40 440 4v60H0Z"
        fill="var(--far)"
        opacity="0.75"
      />
      <path d="M0 566c200-38 320-10 520-6s380-34 680-8v40H0Z" fill="var(--far)" />
      <rect y="560" width="1200" height="340" fill="url(#field)" />
      <g clipPath="url(#ground)" stroke="var(--furrow)">
        {FURROWS.map((x) => (
          <path key={x} d={`M600 548L${x} 900`} strokeWidth="5" opacity="0.6" />
        ))}
      </g>
      <g transform="translate(250 470)">
        <path d="M0 150V62C0 -6 190 -6 190 62v88Z" fill="var(--film)" opacity="0.92" />
        <path
          d="M190 150V62C190 28 143 11 95 11L360 -6c66 0 112 18 112 56v96Z"
          fill="var(--film)"
          opacity="0.68"
        />
        <g fill="none" stroke="var(--rib)" strokeWidth="2">
          <path d="M0 150V62C0 -6 190 -6 190 62v88" />
          {RIBS.map((rib) => (
            <path
              key={rib}
              opacity="0.7"
              d={`M${190 + rib * 35} ${150 - rib * 0.5}V${62 - rib * 1.5}C${190 + rib * 35} ${28 - rib * 1.8} ${143 + rib * 33} ${11 - rib * 2} ${95 + rib * 33} ${11 - rib * 2.1}`}
            />
          ))}
          <path d="M0 150h472" strokeWidth="3" />
          <path d="M66 150V84h58v66M95 84v66" />
        </g>
      </g>
      <g stroke="var(--rib)" strokeWidth="3" fill="var(--film)" transform="translate(905 520)">
        <path d="M0 140V0M-26 8H26" fill="none" />
        <circle cx="-26" cy="2" r="6" />
        <path d="M20-4l18 6-18 6Z" />
        <rect x="-9" y="48" width="18" height="26" rx="4" />
      </g>
    </svg>
  );
}
