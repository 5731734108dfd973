import { main } from './scene.js';

void main();
