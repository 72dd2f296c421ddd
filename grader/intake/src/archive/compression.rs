//! Decompresses data while reading it, within limits.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;
use xz4rust::{XzDecoder, XzError};

use super::error::Refusal;
use super::unpacker::Bomb;

/// The maximum dictionary size of the xz decoder in bytes, which determines the memory needed. This is the size of
/// `xz -9`.
const MAX_DICTIONARY: usize = 64 << 20;

/// The size that the decoder allocates before it reads the size in the file, in bytes.
/// A small one costs nothing if the file is refused.
const INITIAL_DICTIONARY: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    None,
    Gzip,
    Xz,
}

impl Compression {
    /// Returns a reader for at most `limit` decompressed bytes of a file of `packed` bytes.
    pub(super) fn decompressed_reader<'a>(
        self,
        bytes: impl BufRead + 'a,
        packed: u64,
        limit: u64,
    ) -> Box<dyn Read + 'a> {
        match self {
            Self::None => Box::new(bytes),
            Self::Gzip => {
                let reader = GzipReader { member: Some(GzDecoder::new(bytes)) };
                Box::new(BoundedReader::new(reader, packed, 0, limit))
            }
            Self::Xz => {
                let decoder =
                    XzDecoder::in_heap_with_alloc_dict_size(INITIAL_DICTIONARY, MAX_DICTIONARY);
                let reader = XzReader { bytes, decoder, is_between: false };
                Box::new(BoundedReader::new(reader, packed, 0, limit))
            }
        }
    }
}

/// A reader that fails if the output exceeds the limits.
pub(super) struct BoundedReader<R> {
    content: R,
    packed: u64,
    unpacked: u64,
    limit: u64,
}

impl<R> BoundedReader<R> {
    /// Wraps `content`, after `packed` bytes have expanded to `unpacked` bytes.
    pub(super) fn new(content: R, packed: u64, unpacked: u64, limit: u64) -> Self {
        Self { content, packed, unpacked, limit }
    }

    pub(super) fn bytes_unpacked(&self) -> u64 {
        self.unpacked
    }
}

impl<R: Read> Read for BoundedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.content.read(buffer)?;
        self.unpacked += count as u64;
        Bomb::check(self.packed, self.unpacked)?;
        if self.unpacked > self.limit {
            return Err(io::Error::other(Bomb(Refusal::Total { limit: self.limit })));
        }
        Ok(count)
    }
}

/// A reader for gzip members, with optional zero padding between and after them.
struct GzipReader<R> {
    /// The current member, or `None` at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for GzipReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            // A read into an empty buffer returns 0 as well, which is not the end of a member.
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(mut bytes) = self.member.take().map(GzDecoder::into_inner) else { break };
            if skip_zeros(&mut bytes)? {
                self.member = Some(GzDecoder::new(bytes));
            }
        }
        Ok(0)
    }
}

/// Skips the zeros that some tools add as padding. Returns whether any data follows.
fn skip_zeros(bytes: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let buffer = bytes.fill_buf()?;
        let (length, zeros) = (buffer.len(), buffer.iter().take_while(|byte| **byte == 0).count());
        bytes.consume(zeros);
        if zeros < length || length == 0 {
            return Ok(length > 0);
        }
    }
}

/// A reader for xz streams, with optional zero padding between them.
struct XzReader<R> {
    bytes: R,
    decoder: Box<XzDecoder<'static>>,
    /// Whether a stream has ended, but the next has not started.
    is_between: bool,
}

impl<R: BufRead> Read for XzReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Without room, no byte could be decoded, and the loop would never end.
        while !buffer.is_empty() {
            if self.is_between {
                if !skip_zeros(&mut self.bytes)? {
                    break;
                }
                self.is_between = false;
                self.decoder.reset();
            }
            let input = self.bytes.fill_buf()?;
            if input.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let result = self.decoder.decode(input, buffer).map_err(xz_error)?;
            self.bytes.consume(result.input_consumed());
            self.is_between = result.is_end_of_stream();
            if result.output_produced() > 0 {
                return Ok(result.output_produced());
            }
            if !result.made_progress() {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "its compressed data cannot be decoded",
                ));
            }
        }
        Ok(0)
    }
}

fn xz_error(error: XzError) -> io::Error {
    match error {
        XzError::DictionaryTooLarge(_)
        | XzError::UnsupportedBcjFilter(_)
        | XzError::UnsupportedBlockHeaderOption
        | XzError::UnsupportedCheckType(_)
        | XzError::UnsupportedLzmaProperties(_)
        | XzError::UnsupportedStreamHeaderOption => io::Error::other(Bomb(Refusal::Method)),
        error => io::Error::new(io::ErrorKind::InvalidData, error),
    }
}
