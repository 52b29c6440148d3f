//! Files that are whole or absent.
//!
//! Everything is written to a temporary file in the target's directory and
//! renamed when complete, so an error or a kill leaves the old file, or none.
//! Files that belong together, such as a table and its manifest, appear together
//! ([`together`]). Only ordinary files are replaced, and what a symbolic link points to, not the
//! link: a rename would put a file in the place of a device.

use std::cell::RefCell;
use std::fs;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

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
/// on disk in hexadecimal. A name that ends in `.gz` is compressed. Inside of
/// [`together`] the file appears at the end of that.
pub fn write_atomic<E: From<WriteError>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<String, E> {
    let named = |e: io::Error| E::from(WriteError::new(path, e));
    let target = target(path).map_err(named)?;
    // Without the temporary file's own name, which would only confuse.
    let made = Unfinished::create(folder(&target));
    let (file, unfinished) = made.map_err(|e| named(e.kind().into()))?;
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
    let written = Written {
        path: path.to_path_buf(),
        target,
        file,
        unfinished,
    };
    WAITING.with_borrow_mut(|waiting| match waiting {
        Some(files) => {
            files.push(written);
            Ok(())
        }
        None => appear(vec![written]),
    })?;
    Ok(digest)
}

/// A file that is complete but for its name.
struct Written {
    path: PathBuf,
    target: PathBuf,
    file: tempfile::NamedTempFile,
    unfinished: Unfinished,
}

thread_local! {
    /// The files that [`together`] has yet to give their names, inside of it.
    static WAITING: RefCell<Option<Vec<Written>>> = const { RefCell::new(None) };
}

/// Runs `work`, whose files (on this thread) all get their names at its end, back
/// to back, with no [`abandon`] in between: Ctrl-C leaves all or none. If `work`
/// fails, none is there. The last file comes first: if the machine itself stops
/// between the two, a manifest stands beside a file of another digest, which is
/// noticed, and not a file without one.
///
/// # Errors
/// The error of `work`, or a file that cannot be put in its place.
pub fn together<T, E: From<WriteError>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    /// Forgets the files, also if `work` panics.
    struct Inside;

    impl Drop for Inside {
        fn drop(&mut self) {
            WAITING.take();
        }
    }

    if WAITING.with_borrow(Option::is_some) {
        // The outer one names the files.
        return work();
    }
    WAITING.set(Some(Vec::new()));
    let inside = Inside;
    let result = work()?;
    let files = WAITING.take().unwrap_or_default();
    drop(inside);
    appear(files)?;
    Ok(result)
}

/// Gives files their names.
fn appear(files: Vec<Written>) -> Result<(), WriteError> {
    let mut ready = Vec::with_capacity(files.len());
    // Their places in the list outlive its lock, which is needed to leave it.
    let mut places = Vec::with_capacity(files.len());
    for written in files {
        places.push(written.unfinished);
        ready.push((written.path, written.target, written.file));
    }
    // So it is abandoned before or after, not within.
    let locked = unfinished();
    for (path, target, file) in ready.into_iter().rev() {
        let placed = file.persist(&target);
        placed.map_err(|e| WriteError::new(&path, e.error))?;
    }
    drop(locked);
    Ok(())
}

/// Whether `path` can be written: to be asked before long work.
///
/// # Errors
/// It is a folder, a device or read-only, or its folder does not exist.
pub fn check_target(path: &Path) -> Result<(), WriteError> {
    let found = target(path).map(drop);
    found.map_err(|e| WriteError::new(path, e))
}

/// As many symbolic links are followed as Linux does.
const MAX_LINKS: usize = 40;

/// The file to replace: `path`, or where its symbolic links lead.
fn target(path: &Path) -> io::Result<PathBuf> {
    let refuse = |kind, message: &str| Err(io::Error::new(kind, message));
    match fs::metadata(path) {
        Ok(m) if m.is_dir() => return refuse(ErrorKind::IsADirectory, "this is a folder"),
        Ok(m) if !m.is_file() => {
            return refuse(ErrorKind::InvalidInput, "this is not an ordinary file");
        }
        Ok(m) if m.permissions().readonly() => {
            return refuse(ErrorKind::PermissionDenied, "this file is read-only");
        }
        Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    if path.file_name().is_none() || path.to_string_lossy().ends_with(MAIN_SEPARATOR) {
        return refuse(ErrorKind::InvalidInput, "expected the name of a file");
    }
    let mut at = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if !fs::symlink_metadata(&at).is_ok_and(|m| m.is_symlink()) {
            return match folder(&at).is_dir() {
                true => Ok(at),
                false => refuse(ErrorKind::NotFound, "its folder does not exist"),
            };
        }
        let next = fs::read_link(&at)?;
        at = folder(&at).join(next);
    }
    refuse(ErrorKind::InvalidInput, "too many symbolic links")
}

/// The folder of a file.
fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    }
}

/// The temporary files that this process is writing.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(|e| e.into_inner())
}

/// Removes the temporary files of all writes that are under way. To be called
/// when the process is about to end, from whatever thread: a write that begins
/// later waits for ever, and so does one that would give its file a name.
pub fn abandon() {
    let files = unfinished();
    for file in files.iter() {
        // It may be gone already; and nobody is left to hear of a failure.
        let _ = fs::remove_file(file);
    }
    std::mem::forget(files);
}

/// Keeps a temporary file in the list that [`abandon`] works on.
struct Unfinished(PathBuf);

impl Unfinished {
    fn create(folder: &Path) -> io::Result<(tempfile::NamedTempFile, Self)> {
        let mut files = unfinished();
        let file = temporary(folder)?;
        files.push(file.path().to_path_buf());
        let listed = Self(file.path().to_path_buf());
        Ok((file, listed))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|f| *f != self.0);
    }
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
    fn files_that_belong_together_appear_together() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let named = || {
            let all = fs::read_dir(folder.path()).unwrap();
            let names = all.map(|e| e.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.filter(|n| !n.ends_with(".tmp")).collect();
            names.sort();
            names
        };
        together(|| {
            write_bytes(&at("a.csv"), b"1")?;
            together(|| write_bytes(&at("a.csv.json"), b"2"))?;
            assert!(named().is_empty());
            Ok::<_, WriteError>(())
        })
        .unwrap();
        assert_eq!(named(), ["a.csv", "a.csv.json"]);
        let failed: Result<(), WriteError> = together(|| {
            write_bytes(&at("a.csv"), b"3")?;
            write_bytes(&at("none/a.csv.json"), b"4").map(drop)
        });
        assert!(failed.is_err());
        // What cannot be put in its place: the one before it is there already.
        let failed: Result<(), WriteError> = together(|| {
            write_bytes(&at("b.csv"), b"5")?;
            fs::create_dir(at("b.csv")).unwrap();
            Ok(())
        });
        assert!(failed.unwrap_err().to_string().contains("b.csv"));
        let panicked = std::panic::catch_unwind(|| {
            let _: Result<(), WriteError> = together(|| {
                write_bytes(&at("c.csv"), b"6")?;
                panic!("as a bug would");
            });
        });
        assert!(panicked.is_err());
        assert_eq!(fs::read(at("a.csv")).unwrap(), b"1");
        assert_eq!(named(), ["a.csv", "a.csv.json", "b.csv"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        // Alone again, a file appears at once.
        write_bytes(&at("d.csv"), b"7").unwrap();
        assert!(at("d.csv").exists());
    }

    #[test]
    #[cfg(unix)]
    fn links_are_followed_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("old.csv", at("link.csv")).unwrap();
        std::os::unix::fs::symlink("link.csv", at("chain.csv")).unwrap();
        std::os::unix::fs::symlink("loop.csv", at("loop.csv")).unwrap();
        // The first write finds a link that leads nowhere.
        for text in ["1", "2"] {
            write_bytes(&at("chain.csv"), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(at("old.csv")).unwrap(), text);
            assert!(fs::symlink_metadata(at("chain.csv")).unwrap().is_symlink());
        }
        assert!(write_bytes(&at("loop.csv"), b"x").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn only_ordinary_files_are_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let pipe = at("pipe.csv");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        fs::create_dir(at("folder")).unwrap();
        fs::write(at("kept.csv"), "old").unwrap();
        let mut rights = fs::metadata(at("kept.csv")).unwrap().permissions();
        rights.set_readonly(true);
        fs::set_permissions(at("kept.csv"), rights).unwrap();
        for (name, part) in [
            ("pipe.csv", "not an ordinary file"),
            ("folder", "this is a folder"),
            ("kept.csv", "read-only"),
            ("none/a.csv", "its folder does not exist"),
            ("a.csv/", "expected the name of a file"),
        ] {
            let error = write_bytes(&at(name), b"x").unwrap_err().to_string();
            assert!(error.contains(part), "{name}: {error}");
            assert!(check_target(&at(name)).is_err(), "{name}");
        }
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(fs::read_to_string(at("kept.csv")).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
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
