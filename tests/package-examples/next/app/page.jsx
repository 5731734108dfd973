'use client';

import { useEffect } from 'react';
import { main } from '../scene.js';

export default function Page() {
  useEffect(() => void main(), []);
  return null;
}
