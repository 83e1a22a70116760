"""Collects submissions from the exchange folder, where students can write, without trusting what is there."""

import glob
import os
import stat
from collections import defaultdict
from datetime import datetime, timedelta, timezone

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.exchange.default import ExchangeCollect
from nbgrader.utils import ignore_patterns, parse_utc

from grading.exchange import FOLDER, INBOUND, OwnFolders, account, opened

MOST_FILES = 20_000
MOST_DEPTH = 20
AT_ONCE = 1 << 20
# Handing in copies files after its time is noted, and machines' clocks differ.
SLACK = timedelta(minutes=5)


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
                    self.log.error("Not collected: %r says it is %s's, but belongs to %s.", name, student, owner)
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
        records, self.src_records = self.src_records, []
        if not records:
            self.log.warning("No submissions of '%s' to collect", self.coursedir.assignment_id)
        for record in sorted(records, key=lambda each: each["username"]):
            self.src_records = [record]
            try:
                self._drop_odd_timestamp(record)
                super().copy_files()
            except Exception as error:
                self.log.error("Not collected: %r: %s", record["filename"], str(error).split("\n")[0])

    def _drop_odd_timestamp(self, record):
        """nbgrader stops at a submission collected earlier whose timestamp, which a student wrote, is none."""
        dest = self.coursedir.format_path(
            self.coursedir.submitted_directory, record["username"], self.coursedir.assignment_id
        )
        file = os.path.join(dest, "timestamp.txt")
        try:
            with open(file) as opened:
                parse_utc(opened.read(1000).strip())
        except FileNotFoundError:
            pass
        except Exception:
            os.remove(file)

    def do_copy(self, src, dest, log=None):
        copy = Copy(self, src, dest)
        copy.all()
        record = self.src_records[0]
        if copy.changed - record["timestamp"] > SLACK:
            self.counts(record["filename"], record, copy.changed)
        with open(os.path.join(dest, "timestamp.txt"), "w") as file:
            file.write(record["timestamp"].strftime("%Y-%m-%d %H:%M:%S.%f UTC"))


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

    def __init__(self, collect, src, dest):
        self.log = collect.log
        self.src, self.dest = src, dest
        course = collect.coursedir
        self.ignored = ignore_patterns(exclude=course.ignore, include=course.include)
        self.file_bytes = 1000 * course.max_file_size
        self.bytes_left = 1000 * course.max_dir_size
        self.files_left = MOST_FILES
        self.changed = datetime.min
        self.student = os.path.basename(os.path.dirname(dest))
        self.check_owner = collect.check_owner

    def all(self):
        with opened(self.src) as (folder, found):
            self.owner = found.st_uid
            # What was looked at may be gone, with another's folder in its place.
            if self.check_owner and account(self.owner) != self.student:
                raise PermissionError(f"belongs to {account(self.owner)} now")
            self.copy_folder(folder, "", 0)

    def copy_folder(self, folder, path, depth):
        os.makedirs(os.path.join(self.dest, path), exist_ok=True)
        with os.scandir(folder) as found:
            names = [entry.name for _, entry in zip(range(MOST_FILES), found)]
        ignored = set(self.ignored(os.path.join(self.src, path), names))
        for name in sorted(names):
            if name not in ignored:
                self.copy_entry(folder, name, os.path.join(path, name), depth)

    def copy_entry(self, folder, name, path, depth):
        try:
            # A link's end is not opened, and a pipe is not waited for.
            entry = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        except OSError:
            return self.left_out(path, "a link, or not readable")
        try:
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
            elif found.st_size > min(self.file_bytes, self.bytes_left) or self.files_left == 0:
                self.left_out(path, "too large, or one too many")
            else:
                self.copy_file(entry, path)
                self.changed = max(self.changed, changed_at(found))
        finally:
            os.close(entry)

    def copy_file(self, entry, path):
        self.files_left -= 1
        most = min(self.file_bytes, self.bytes_left)
        with open(os.path.join(self.dest, path), "wb") as copy:
            while most > 0 and (part := os.read(entry, min(AT_ONCE, most))):
                copy.write(part)
                most -= len(part)
                self.bytes_left -= len(part)

    def left_out(self, path, why):
        self.log.warning("Left out of %r: %r (%s)", os.path.basename(self.src), path, why)
