module.exports = require("../../../dist/lib/tensorflow").tf;
