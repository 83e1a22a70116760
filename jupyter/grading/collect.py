"""Collects submissions from the exchange folder, where students can write, without trusting what is there."""

import errno
import glob
import os
import stat
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from itertools import islice
from tempfile import TemporaryDirectory

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.exchange.default import ExchangeCollect
from nbgrader.utils import ignore_patterns, parse_utc

from grading.exchange import FOLDER, INBOUND, OwnFolders, account, opened

# With folders, links and all else that has a name.
MOST_FILES = 20_000
MOST_DEPTH = 20
# What is said of one submission, so that it does not hide what is said of others.
MOST_LINES = 20
AT_ONCE = 1 << 20
# Handing in copies files after its time is noted, and machines' clocks differ.
SLACK = timedelta(minutes=5)
# Collecting writes it: nothing of a student's takes its place.
TIMESTAMP = "timestamp.txt"
# What a file system says of a name that it cannot hold.
UNNAMEABLE = (errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL)


class CarefulCollect(OwnFolders, ExchangeCollect):
    """nbgrader's collecting, but: an entry belongs to the student it names or is refused, links are not followed, pipes not
    opened, one bad entry does not stop the others, and nobody hands in yesterday.

    The hand-in time is the one in the entry's name, which the student's account wrote, unless the file system says by more than
    five minutes otherwise: then the time counts at which the newest of the entry's files was changed last."""

    def ensure_root(self):
        if not os.path.isdir(self.root):
            self.fail(f"Nothing was released yet: there is no exchange folder {self.root}.")
        super().ensure_root()

    def init_src(self):
        if self.coursedir.course_id == "":
            self.fail("No course id specified. Re-run with --course flag.")
        self.course_path = os.path.join(self.root, self.coursedir.course_id)
        self.inbound_path = os.path.join(self.course_path, "inbound")
        if not os.path.isdir(self.inbound_path):
            self.fail(f"Nothing was released yet: there is no {self.inbound_path}.")
        if not self.coursedir.groupshared:
            self.own(self.course_path, 0o755)
            self.own(self.inbound_path, INBOUND)
        student = self.coursedir.student_id or "*"
        pattern = os.path.join(glob.escape(self.inbound_path), f"{student}+{self.coursedir.assignment_id}+*")
        entries = defaultdict(list)
        for path in glob.glob(pattern):
            record = self._record(path)
            if record is not None:
                entries[record["username"]].append(record)
        self.duedate = self._due()
        self.src_records = [self._chosen(records) for records in entries.values()]

    def _due(self):
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
            try:
                return gradebook.find_assignment(self.coursedir.assignment_id).duedate
            except MissingEntry:
                return None

    def _record(self, path):
        name = os.path.basename(path)
        try:
            record = self._path_to_record(path)
        except Exception:
            self.log.error("Not collected: %r is not named as a submission is.", name)
            return None
        student = record["username"]
        try:
            with opened(path) as (folder, found):
                if student in ("", ".", "..") or "/" in student:
                    raise NotADirectoryError
                owner = account(found.st_uid)
                if self.check_owner and owner != student:
                    self.log.error("Not collected: %r belongs to %s, not to %r.", name, owner, student)
                    return None
                changed = last_change(folder)
        except OSError:
            self.log.error("Not collected: %r is no submission's folder.", name)
            return None
        if abs(changed - record["timestamp"]) > SLACK:
            self.counts(name, record, changed)
        return record

    def counts(self, name, record, changed):
        """Takes the file system's word for when something was handed in, and says so."""
        said, changed_at = (time.replace(microsecond=0) for time in (record["timestamp"], changed))
        self.log.warning(
            "Hand-in time: %r says %s UTC, and its files were changed last at %s UTC, which counts.", name, said, changed_at
        )
        record["timestamp"] = changed

    def _chosen(self, records):
        latest_first = self._sort_by_timestamp(records)
        if self.duedate is not None and self.before_duedate:
            in_time = [record for record in latest_first if record["timestamp"] <= self.duedate]
            return (in_time or latest_first)[0]
        return latest_first[0]

    def copy_files(self):
        for record in sorted(self.src_records, key=lambda each: each["username"]):
            dest = self.coursedir.format_path(
                self.coursedir.submitted_directory, record["username"], self.coursedir.assignment_id
            )
            try:
                if not os.path.isdir(dest) or self.is_wanted(record["timestamp"], collected_at(dest)):
                    self.take(record, dest)
                    self.log.warning("Collected: %s", record["username"])
            except Exception as error:
                self.log.error("Not collected: %r: %s", record["filename"], str(error).split("\n")[0])

    def is_wanted(self, handed_in, collected):
        """Whether a submission takes an earlier one's place, by nbgrader's rules."""
        if self.update and (collected is None or handed_in > collected):
            return True
        return self.before_duedate and handed_in != collected

    def take(self, record, dest):
        """Copies a submission beside its place, and moves it there when it is whole: what fails halfway changes nothing."""
        student, lesson = os.path.split(dest)
        os.makedirs(student, exist_ok=True)
        # Its path is longer than the place's: whatever has a name here has one there.
        with TemporaryDirectory(prefix=f".{lesson}-", dir=student) as beside:
            new, old = os.path.join(beside, "new"), os.path.join(beside, "old")
            copy = Copy(self, record, new)
            copy.all()
            if copy.changed - record["timestamp"] > SLACK:
                self.counts(record["filename"], record, copy.changed)
            with open(os.path.join(new, TIMESTAMP), "w") as file:
                file.write(record["timestamp"].strftime("%Y-%m-%d %H:%M:%S.%f UTC"))
            if os.path.isdir(dest):
                os.rename(dest, old)
            try:
                os.rename(new, dest)
            except OSError:
                if os.path.isdir(old):
                    os.rename(old, dest)
                raise


def collected_at(folder):
    """When what lies in a folder was handed in; None where its timestamp is none, such as one that a student wrote."""
    try:
        with open(os.path.join(folder, TIMESTAMP)) as file:
            return parse_utc(file.read(1000).strip())
    except Exception:
        return None


def changed_at(status):
    """When a file was changed, in UTC, as the file system noted it: no program can set this time."""
    return datetime.fromtimestamp(status.st_ctime, timezone.utc).replace(tzinfo=None)


def last_change(folder):
    """When the newest file of an open folder's owner was changed, there or in a folder in it; else the folder itself."""
    found = os.fstat(folder)
    times, folders, left = [], [(os.dup(folder), 0)], MOST_FILES
    while folders:
        inner, depth = folders.pop()
        try:
            with os.scandir(inner) as entries:
                for entry in entries:
                    left -= 1
                    status = entry.stat(follow_symlinks=False)
                    if stat.S_ISREG(status.st_mode) and status.st_uid == found.st_uid:
                        times.append(changed_at(status))
                    elif stat.S_ISDIR(status.st_mode) and depth < MOST_DEPTH and left > 0:
                        folders.append((os.open(entry.name, FOLDER, dir_fd=inner), depth + 1))
                    if left <= 0:
                        break
        except OSError:
            pass  # it may be changed meanwhile, and is copied as it is then
        finally:
            os.close(inner)
    return max(times, default=changed_at(found))


class Copy:
    """Copies a folder that its owner may change meanwhile: everything is opened by what was looked at, not by its name."""

    def __init__(self, collect, record, dest):
        self.log = collect.log
        self.name, self.student = record["filename"], record["username"]
        self.src, self.dest = os.path.join(collect.inbound_path, self.name), dest
        course = collect.coursedir
        self.ignored = ignore_patterns(exclude=course.ignore, include=course.include)
        self.file_bytes = 1000 * course.max_file_size
        self.bytes_left = 1000 * course.max_dir_size
        self.files_left = MOST_FILES
        self.changed = datetime.min
        self.left_out_count = 0
        self.check_owner = collect.check_owner

    def all(self):
        with opened(self.src) as (folder, found):
            self.owner = found.st_uid
            # What was looked at may be gone, with another's folder in its place.
            if self.check_owner and account(self.owner) != self.student:
                raise PermissionError(f"belongs to {account(self.owner)} now")
            self.copy_folder(folder, "", 0)
        if self.left_out_count > MOST_LINES:
            self.log.warning("Left out of %r: %d more", self.name, self.left_out_count - MOST_LINES)

    def copy_folder(self, folder, path, depth):
        os.makedirs(os.path.join(self.dest, path), exist_ok=True)
        with os.scandir(folder) as found:
            names = [entry.name for entry in islice(found, self.files_left + 1)]
        if len(names) > self.files_left:
            names.pop()
            self.left_out(path or ".", f"in part: more than {MOST_FILES} files and folders")
        self.files_left -= len(names)
        ignored = set(self.ignored(os.path.join(self.src, path), names))
        for name in sorted(names):
            inner = os.path.join(path, name)
            if name not in ignored and inner != TIMESTAMP:
                self.copy_entry(folder, name, inner, depth)

    def copy_entry(self, folder, name, path, depth):
        try:
            # A link's end is not opened, and a pipe is not waited for.
            entry = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        except OSError:
            return self.left_out(path, "a link, or not readable")
        try:
            self.copy_opened(entry, path, depth)
        except OSError as error:
            if error.errno not in UNNAMEABLE:
                raise
            self.left_out(path, "its name is too long here, or odd")
        finally:
            os.close(entry)

    def copy_opened(self, entry, path, depth):
        found = os.fstat(entry)
        if stat.S_ISDIR(found.st_mode):
            if depth < MOST_DEPTH:
                self.copy_folder(entry, path, depth + 1)
            else:
                self.left_out(path, f"deeper than {MOST_DEPTH} folders")
        elif not stat.S_ISREG(found.st_mode):
            self.left_out(path, "a pipe, a device or a socket")
        elif found.st_uid != self.owner:
            self.left_out(path, "another user's file")
        elif found.st_size > min(self.file_bytes, self.bytes_left):
            self.left_out(path, "too large")
        else:
            self.copy_file(entry, path)
            # Looked at again: it may have been changed while it was read.
            self.changed = max(self.changed, changed_at(os.fstat(entry)))

    def copy_file(self, entry, path):
        most = min(self.file_bytes, self.bytes_left)
        with open(os.path.join(self.dest, path), "wb") as copy:
            while most > 0 and (part := os.read(entry, min(AT_ONCE, most))):
                copy.write(part)
                most -= len(part)
                self.bytes_left -= len(part)

    def left_out(self, path, why):
        self.left_out_count += 1
        if self.left_out_count <= MOST_LINES:
            self.log.warning("Left out of %r: %.100r (%s)", self.name, path, why)
