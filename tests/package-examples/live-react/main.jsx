import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import FarmScene from './farm-scene.jsx';

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <FarmScene />
  </StrictMode>,
);
