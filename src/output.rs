//! Files that are whole or absent.
//!
//! Everything is written to a temporary file in the target's directory and
//! renamed when complete, so an error or a kill leaves the old file, or none.

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// A file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot write: {source}", path.display())]
pub struct WriteError {
    /// The file that was asked for.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl WriteError {
    /// Names the file in an I/O error.
    pub fn new(path: &Path, source: io::Error) -> Self {
        let path = path.to_path_buf();
        Self { path, source }
    }
}

/// Writes `path` atomically through `fill` and returns the SHA-256 of the bytes
/// on disk in hexadecimal. A name that ends in `.gz` is compressed.
pub fn write_atomic<E: From<WriteError>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<String, E> {
    let named = |e: io::Error| E::from(WriteError::new(path, e));
    let folder = match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    // Without the temporary file's own name, which would only confuse.
    let file = temporary(folder).map_err(|e| named(e.kind().into()))?;
    let mut sink = Hashing::new(BufWriter::with_capacity(1 << 16, file));
    if path.extension().is_some_and(|e| e == "gz") {
        // No name and no time in the header: same content, same bytes.
        let mut packer = flate2::GzBuilder::new().write(&mut sink, flate2::Compression::default());
        fill(&mut packer)?;
        packer.finish().map_err(named)?;
    } else {
        fill(&mut sink)?;
    }
    let (buffer, digest) = sink.finish();
    let file = buffer.into_inner().map_err(|e| named(e.into_error()))?;
    file.as_file().sync_all().map_err(named)?;
    file.persist(path).map_err(|e| named(e.error))?;
    Ok(digest)
}

/// Writes whole bytes atomically; see [`write_atomic`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<String, WriteError> {
    write_atomic(path, |w| {
        w.write_all(bytes).map_err(|e| WriteError::new(path, e))
    })
}

/// Creates a folder and those above it.
pub fn create_folder(path: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(path).map_err(|e| WriteError::new(path, e))
}

fn temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sowlab-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The usual rights of a new file; the default is for the owner alone.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// The hexadecimal SHA-256 of some bytes.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

struct Hashing<W> {
    inner: W,
    hash: Sha256,
}

impl<W: Write> Hashing<W> {
    fn new(inner: W) -> Self {
        let hash = Sha256::new();
        Self { inner, hash }
    }

    fn finish(self) -> (W, String) {
        (self.inner, hex(&self.hash.finalize()))
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let n = self.inner.write(buf)?;
        self.hash.update(&buf[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Reads through, and knows the SHA-256 of what it read.
pub(crate) struct HashingReader<R> {
    inner: R,
    hash: Sha256,
}

impl<R: Read> HashingReader<R> {
    pub fn new(inner: R) -> Self {
        let hash = Sha256::new();
        Self { inner, hash }
    }

    /// Reads what is left and returns the digest of everything in hexadecimal.
    pub fn finish(mut self) -> io::Result<String> {
        io::copy(&mut self, &mut io::sink())?;
        Ok(hex(&self.hash.finalize()))
    }
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buf)?;
        self.hash.update(&buf[..n]);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        write_bytes(&path, b"old").unwrap();
        let failed: Result<String, WriteError> = write_atomic(&path, |w| {
            w.write_all(b"half").unwrap();
            Err(WriteError::new(Path::new("x"), io::ErrorKind::Other.into()))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_digest_is_of_the_bytes_on_disk() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.csv", "a.csv.gz"] {
            let path = folder.path().join(name);
            let digest = write_bytes(&path, b"p0,p1\n1,2\n").unwrap();
            assert_eq!(digest, sha256(&fs::read(&path).unwrap()), "{name}");
        }
    }
}
