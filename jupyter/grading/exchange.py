"""The exchange folder, where students can write, in the hands of the account that hands lessons out."""

import glob
import grp
import os
import pwd
import stat
from contextlib import contextmanager

from grading import releases
from nbgrader.exchange.default import ExchangeReleaseAssignment, ExchangeReleaseFeedback

# Everybody may put something in, and nobody may take away or rename what is another's.
SHARED = stat.S_ISVTX | 0o777
# Students' folders: the same, and nobody can list what others have handed in.
INBOUND = stat.S_ISVTX | stat.S_ISGID | 0o733
# No link is followed.
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


@contextmanager
def opened(path):
    """A folder's descriptor, and what it is."""
    folder = os.open(path, FOLDER)
    try:
        yield folder, os.fstat(folder)
    finally:
        os.close(folder)


def account(uid):
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"account {uid}"


def group(gid):
    """A group's name: that of an account is the account's alone."""
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return f"group {gid}"


class OwnFolders:
    """nbgrader's exchange, whose folders are this account's own: their modes are mended, and those of others refused. (nbgrader
    makes the outermost one without the sticky bit, and believes whatever lies in it.)"""

    def ensure_root(self):
        if self.coursedir.groupshared:
            return super().ensure_root()
        self.look_above(os.path.dirname(os.path.abspath(self.root)))
        if not os.path.isdir(self.root):
            self.make_root()
        with self.unless_gone(self.root) as (folder, found):
            mode = stat.S_IMODE(found.st_mode)
            if found.st_uid == os.getuid():
                if mode & SHARED != SHARED:
                    os.fchmod(folder, SHARED)
            elif found.st_uid != 0 or mode & SHARED != SHARED:
                self.refuse(self.root, found, f"chown root {self.root} && chmod 1777 {self.root}, as root")

    def make_root(self):
        try:
            os.makedirs(self.root, exist_ok=True)
        except OSError as error:
            self.fail(f"The exchange folder {self.root} cannot be made: {error.strerror}.")

    def ensure_directory(self, path, mode):
        """A folder of the course's in the exchange folder; made where it is missing."""
        if self.coursedir.groupshared:
            return super().ensure_directory(path, mode)
        try:
            os.mkdir(path, 0o700)
        except FileExistsError:
            pass
        self.own(path, INBOUND if mode & stat.S_IWOTH else mode)

    def own(self, path, mode):
        """Sees to it that a folder is this account's, with what others may do in it."""
        with self.unless_gone(path) as (folder, found):
            if found.st_uid != os.getuid():
                self.refuse(path, found, "have it moved away, or name another folder by `course init --exchange`")
            if stat.S_IMODE(found.st_mode) != mode:
                os.fchmod(folder, mode)

    @contextmanager
    def unless_gone(self, path):
        try:
            with opened(path) as folder:
                yield folder
        except OSError as error:
            self.fail(f"{path} is not the folder that it should be: {error.strerror}.")

    def look_above(self, path):
        """Whoever can write in a folder on the way can put another exchange folder in this one's place."""
        if path != os.path.dirname(path):
            self.look_above(os.path.dirname(path))
        try:
            found = os.lstat(path)
        except FileNotFoundError:
            return
        own_group = group(found.st_gid) == account(os.getuid())
        others_write = found.st_mode & (stat.S_IWOTH if own_group else stat.S_IWOTH | stat.S_IWGRP)
        may_rename = stat.S_ISDIR(found.st_mode) and others_write and not found.st_mode & stat.S_ISVTX
        if found.st_uid not in (0, os.getuid()) or may_rename:
            self.refuse(path, found, "name another folder by `course init --exchange`")

    def refuse(self, path, found, remedy):
        mode = f"{stat.S_IMODE(found.st_mode):o}"
        self.fail(
            f"{path} belongs to {account(found.st_uid)} (mode {mode}), who can put something else in its place: {remedy}."
        )


class CarefulRelease(OwnFolders, ExchangeReleaseAssignment):
    """Hands a lesson out, and notes the release that its notebook names."""

    def copy_files(self):
        super().copy_files()
        releases.note(self.coursedir.root, self.coursedir.assignment_id, releases.named_in(self.src_path))


class CarefulReturn(OwnFolders, ExchangeReleaseFeedback):
    """Returns feedback, to everybody whose feedback can be returned."""

    def init_dest(self):
        if self.coursedir.course_id:
            self.ensure_directory(os.path.join(self.root, self.coursedir.course_id), 0o755)
        super().init_dest()

    def copy_files(self):
        left_out = set(self.coursedir.student_id_exclude.split(","))
        for folder in sorted(glob.glob(self.src_path)):
            student = os.path.basename(os.path.dirname(folder))
            if student in left_out:
                continue
            self.src_path = glob.escape(folder)
            try:
                super().copy_files()
            except Exception as error:
                self.log.error("Not returned: %s: %s", student, str(error).split("\n")[0])
