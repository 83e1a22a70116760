"""What a cell shows in the grading sandbox, as far as it is kept."""

import json

# Answers to the grader's questions are never cut to make room for what else a cell shows.
ANSWERS = "application/vnd.parallel-training.answers+json"
# A cell that sends this many times what is kept of it is stopped; a message larger than that is not even received.
FLOOD = 16
# An error's text beyond this helps nobody.
ERROR_BYTES = 16_384


class CellOutputs:
    """What one cell shows, as far as it is kept."""

    def __init__(self, most):
        self.most, self.room, self.answers_room = most, most, most
        self.outputs, self.cut, self.received, self.messages = [], False, 0, 0
        self.shown = {}

    def flooded(self):
        return self.received > FLOOD * self.most or self.messages > 20_000

    def take(self, kind, content):
        if kind == "clear_output":
            self.outputs, self.shown = [], {}
        elif kind == "stream":
            self.print(str(content["name"]), str(content["text"]))
        elif kind in ("display_data", "execute_result", "update_display_data"):
            self.show(kind, content)
        elif kind == "error":
            text = {name: str(content[name])[:ERROR_BYTES] for name in ("ename", "evalue")}
            lines = [str(line)[:ERROR_BYTES] for line in content["traceback"][:50]]
            self.outputs.append({"output_type": "error", **text, "traceback": lines})

    def print(self, name, text):
        fits = text[: self.room]
        self.room -= len(fits)
        self.cut = self.cut or len(fits) < len(text)
        last = self.outputs[-1] if self.outputs else {}
        if last.get("output_type") == "stream" and last["name"] == name:
            last["text"] += fits
        elif fits:
            self.outputs.append({"output_type": "stream", "name": name, "text": fits})

    def show(self, kind, content):
        data, metadata = dict(content["data"]), dict(content.get("metadata") or {})
        size = len(json.dumps([data, metadata], allow_nan=False))
        answers = ANSWERS in data
        if size > (self.answers_room if answers else self.room):
            self.cut = True
            return
        if answers:
            self.answers_room -= size
        else:
            self.room -= size
        display_id = (content.get("transient") or {}).get("display_id")
        if kind == "update_display_data":
            for output in self.shown.get(display_id, []):
                output.update(data=data, metadata=metadata)
            return
        output = {"output_type": kind, "data": data, "metadata": metadata}
        if kind == "execute_result":
            output["execution_count"] = content.get("execution_count")
        if display_id:
            self.shown.setdefault(display_id, []).append(output)
        self.outputs.append(output)
