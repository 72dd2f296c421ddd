// Pictures for the tiles, which can be a file that the player selects or a landscape that is painted here.

const PICTURE_SIZE = 960;

/** Crops a picture file to a square in its center, and returns the URL of the result. */
async function squareOf(file) {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  return painted((context) => {
    const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
    context.drawImage(image, left, top, side, side, 0, 0, PICTURE_SIZE, PICTURE_SIZE);
  });
}

/** Paints rows of hills under a low sun, and returns the URL of the picture. */
function landscape() {
  return painted((context) => {
    const size = PICTURE_SIZE;
    const fill = (stops, height) => {
      const gradient = context.createLinearGradient(0, 0, 0, height);
      stops.forEach((colour, i) => gradient.addColorStop(i / (stops.length - 1), colour));
      return gradient;
    };
    context.fillStyle = fill(['#2f4a6d', '#7d8fa6', '#e9b489', '#f6d9ae'], size * 0.66);
    context.fillRect(0, 0, size, size);
    const glow = context.createRadialGradient(size * 0.68, size * 0.43, 0, size * 0.68, size * 0.43, size * 0.42);
    glow.addColorStop(0, 'rgb(255 244 214 / .95)');
    glow.addColorStop(1, 'rgb(255 214 150 / 0)');
    context.fillStyle = glow;
    context.fillRect(0, 0, size, size);
    context.fillStyle = '#fff3d6';
    context.beginPath();
    context.arc(size * 0.68, size * 0.43, size * 0.065, 0, 2 * Math.PI);
    context.fill();
    const hills = ['#a98f93', '#84798b', '#5d6480', '#3c4c63', '#22343f', '#122026'];
    hills.forEach((colour, i) => {
      const base = 0.5 + i * 0.085;
      context.fillStyle = colour;
      context.beginPath();
      context.moveTo(0, size);
      for (let x = 0; x <= size; x += 4) {
        const t = x / size;
        const wave = Math.sin(t * (4.2 + i * 1.3) + i * 1.9) * 0.5
          + Math.sin(t * (9.5 - i) + i * 4.1) * 0.28 + Math.sin(t * (23 + 3 * i) + i) * 0.07;
        context.lineTo(x, (base - wave * (0.085 - i * 0.006)) * size);
      }
      context.lineTo(size, size);
      context.fill();
    });
  });
}

/** Paints a picture with the given function, and returns its URL. */
async function painted(paint) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = PICTURE_SIZE;
  paint(canvas.getContext('2d'));
  const blob = await new Promise((done) => { canvas.toBlob(done, 'image/png'); });
  return URL.createObjectURL(blob);
}
