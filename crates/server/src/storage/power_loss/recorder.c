/* Records what a process writes below a folder, and what it has synced, in the order in which it happens.
 *
 * Loaded with LD_PRELOAD. RECORDER_FOLDER is the folder, RECORDER_LOG the file of the recording, which is a list of
 *   operation (1 byte), length of the path (4), path, offset or size (8), length of the data (4), data
 * in the byte order of the machine. Operations: o a file was made, w written, t truncated, s synced (a file or the
 * folder), u removed, r renamed to the data. What is written through a mapping is not recorded.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST_FILES 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *paths[MOST_FILES];
static int log_file = -2;

#define REAL(name, ...) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

static int is_watched(const char *path) {
  const char *folder = getenv("RECORDER_FOLDER");
  if (!folder || !path) return 0;
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static void put(const void *data, size_t length) {
  const char *from = data;
  while (length > 0) {
    ssize_t written = REAL(write, log_file, from, length);
    if (written <= 0) abort();
    from += written;
    length -= (size_t)written;
  }
}

static void record(char operation, const char *path, uint64_t offset, const void *data, size_t length) {
  if (log_file == -2) {
    const char *name = getenv("RECORDER_LOG");
    log_file = name ? REAL(open, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  }
  if (log_file < 0) return;
  uint32_t path_length = (uint32_t)strlen(path), data_length = (uint32_t)length;
  put(&operation, 1);
  put(&path_length, 4);
  put(path, path_length);
  put(&offset, 8);
  put(&data_length, 4);
  put(data, length);
}

static const char *path_of(int file) {
  return file >= 0 && file < MOST_FILES ? paths[file] : NULL;
}

static int opened(int file, const char *path, int flags, int was_there) {
  if (file < 0 || file >= MOST_FILES || !is_watched(path)) return file;
  free(paths[file]);
  paths[file] = strdup(path);
  if ((flags & O_CREAT) && !was_there) record('o', path, 0, "", 0);
  if ((flags & O_TRUNC) && was_there) record('t', path, 0, "", 0);
  return file;
}

#define OPEN(name)                                                     \
  int name(const char *path, int flags, ...) {                         \
    mode_t mode = 0;                                                   \
    if (flags & (O_CREAT | O_TMPFILE)) {                               \
      va_list rest;                                                    \
      va_start(rest, flags);                                           \
      mode = va_arg(rest, mode_t);                                     \
      va_end(rest);                                                    \
    }                                                                  \
    pthread_mutex_lock(&lock);                                         \
    int was_there = access(path, F_OK) == 0;                           \
    int file = opened(REAL(name, path, flags, mode), path, flags, was_there); \
    int error = errno;                                                 \
    pthread_mutex_unlock(&lock);                                       \
    errno = error;                                                     \
    return file;                                                       \
  }
OPEN(open)
OPEN(open64)

int close(int file) {
  pthread_mutex_lock(&lock);
  if (file >= 0 && file < MOST_FILES) {
    free(paths[file]);
    paths[file] = NULL;
  }
  int result = REAL(close, file);
  pthread_mutex_unlock(&lock);
  return result;
}

ssize_t write(int file, const void *data, size_t length) {
  pthread_mutex_lock(&lock);
  const char *path = path_of(file);
  off_t offset = path ? lseek(file, 0, SEEK_CUR) : 0;
  ssize_t written = REAL(write, file, data, length);
  int error = errno;
  if (path && written > 0) record('w', path, (uint64_t)offset, data, (size_t)written);
  pthread_mutex_unlock(&lock);
  errno = error;
  return written;
}

#define PWRITE(name, offset_type)                                              \
  ssize_t name(int file, const void *data, size_t length, offset_type offset) { \
    pthread_mutex_lock(&lock);                                                 \
    const char *path = path_of(file);                                          \
    ssize_t written = REAL(name, file, data, length, offset);                  \
    int error = errno;                                                         \
    if (path && written > 0) record('w', path, (uint64_t)offset, data, (size_t)written); \
    pthread_mutex_unlock(&lock);                                               \
    errno = error;                                                             \
    return written;                                                            \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define TRUNCATE(name, offset_type)                                        \
  int name(int file, offset_type size) {                                   \
    pthread_mutex_lock(&lock);                                             \
    const char *path = path_of(file);                                      \
    int result = REAL(name, file, size);                                   \
    int error = errno;                                                     \
    if (path && result == 0) record('t', path, (uint64_t)size, "", 0);     \
    pthread_mutex_unlock(&lock);                                           \
    errno = error;                                                         \
    return result;                                                         \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(name)                                               \
  int name(int file) {                                           \
    pthread_mutex_lock(&lock);                                   \
    const char *path = path_of(file);                            \
    int result = REAL(name, file);                               \
    int error = errno;                                           \
    if (path && result == 0) record('s', path, 0, "", 0);        \
    pthread_mutex_unlock(&lock);                                 \
    errno = error;                                               \
    return result;                                               \
  }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
  pthread_mutex_lock(&lock);
  int result = REAL(unlink, path);
  int error = errno;
  if (result == 0 && is_watched(path)) record('u', path, 0, "", 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int rename(const char *from, const char *to) {
  pthread_mutex_lock(&lock);
  int result = REAL(rename, from, to);
  int error = errno;
  if (result == 0 && is_watched(from)) record('r', from, 0, to, strlen(to));
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}
